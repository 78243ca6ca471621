import { decompress } from '../../shared/core/compress.ts';
import type { Account } from '../../shared/core/records/accounts.ts';
import type { Delivery, WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import type { Id, Runtime } from '../../shared/core/runtime.ts';
import { deliveryStore } from '../../shared/store/deliveries.ts';
import { deliveryLog } from '../../shared/store/delivery-log.ts';
import { deliveryOf, failedItem, openFailureKey, rowOf } from '../../shared/store/delivery-rows.ts';
import { keys } from '../../shared/store/schema.ts';
import { type Item, recordOf } from '../../shared/store/table.ts';
import { webhookStore } from '../../shared/store/webhooks.ts';
import { modelTable } from './memory-table/memory-table.ts';
import { usualRetention } from './retention.ts';

const webhookOf = ({ pk }: Item) => pk.split('#')[1] as Id<'wh'>;

/** The webhook stores over a table in memory, and maps that show its current content. */
export function webhookStores(runtime: Runtime, account: Account) {
  const { table, items, objects, bucket } = modelTable(runtime);
  const found = <Value>(pk: RegExp, entryOf: (item: Item) => [string, Value]) =>
    new Map((items.all() as Item[]).filter((item) => pk.test(`${item.pk} ${item.sk}`)).map(entryOf));
  const shown = <Value>(read: () => Map<string, Value>) => ({
    get size() {
      return read().size;
    },
    has: (id: string) => read().has(id),
    get: (id: string) => read().get(id),
    keys: () => read().keys(),
    values: () => read().values(),
  });
  const store = webhookStore(table, runtime);
  return {
    /** A test reads its own writes immediately. */
    webhooks: { ...store, get: (of: Id<'acc'>, id: Id<'wh'>, _max_age_ms?: number) => store.get(of, id) },
    deliveries: deliveryStore(table, objects, usualRetention),
    delivery_log: deliveryLog(table, runtime, usualRetention),
    endpoints: {
      ...shown(() => found(/ WH#/, (item) => [item.sk.slice(3), recordOf<WebhookEndpoint>(item)])),
      get: (id: Id<'wh'>) => {
        const item = items.get(keys.webhook(account.id, id)) as Item | undefined;
        return item && recordOf<WebhookEndpoint>(item);
      },
      set: (id: Id<'wh'>, endpoint: WebhookEndpoint) =>
        items.put({ ...keys.webhook(account.id, id), et: 'wh', ...endpoint }),
      delete: (id: Id<'wh'>) => items.delete(keys.webhook(account.id, id)),
    },
    rows: shown(() => found(/^WHD#/, (item) => [item.sk, deliveryOf(item, webhookOf(item))])),
    /** Rewrites a failed delivery as this one. */
    putRow: (row: Delivery) => {
      items.put(rowOf(row, 1, usualRetention));
      items.put(failedItem(openFailureKey(row.webhook_id, row, 1), row, usualRetention));
    },
    /** Failed deliveries without a later replay. */
    failed: shown(() => found(/^WH[FE]#/, (item) => [item.sk.split('#').at(-1) ?? '', true])),
    payloads: shown(() =>
      found(/^EVP#/, ({ pk, body, object }) => {
        const id = pk.slice(4);
        const bytes = object ? bucket.get(`events/${account.id}/${id}`) : (body as Uint8Array);
        return [id, decompress(bytes ?? Buffer.alloc(0)).toString()];
      }),
    ),
  };
}
