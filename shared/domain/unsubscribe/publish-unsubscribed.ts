import type { List, OptOut, OptOutCategory, Suppression } from '../../core/records/lists.ts';
import { derivedId } from '../../core/runtime.ts';
import type { Publishing } from '../context.ts';
import { publishEvents } from '../webhooks/publish.ts';

const labels: Record<OptOutCategory, string> = { product: 'Product updates', newsletter: 'Newsletter' };

/** An unsubscribe's stored result: a suppression or a category opt-out. */
export type UnsubscribeEntry = { suppression: Suppression } | { opt_out: OptOut };

/** The unsubscribe that made the entry. Null if it did not come from one of our links, so it has no event. */
function madeBy(entry: UnsubscribeEntry) {
  if ('suppression' in entry) return entry.suppression.unsubscribed ?? null;
  const { source, created_at: at, email_id } = entry.opt_out;
  return source === 'import' || email_id === null ? null : { at, source, email_id };
}

/** contact.unsubscribed for an entry. Its id derives from the entry, so repeats are one event. */
export async function publishUnsubscribed(
  ctx: Publishing,
  list: List,
  entry: UnsubscribeEntry,
  { repeat }: { repeat: boolean },
): Promise<void> {
  const by = madeBy(entry);
  if (by === null) return;
  const record = 'suppression' in entry ? entry.suppression : entry.opt_out;
  const category = 'opt_out' in entry ? entry.opt_out.category : null;
  const event = {
    id: derivedId('evt', Date.parse(by.at), record.id, 'contact.unsubscribed'),
    type: 'contact.unsubscribed' as const,
    created_at: by.at,
    data: {
      email: record.email,
      source: by.source,
      scope: category === null ? 'all' : 'category',
      category,
      category_label: category && labels[category],
      suppression_id: category === null ? record.id : null,
      category_opt_out_id: category === null ? null : record.id,
      email_id: by.email_id,
    },
  };
  await publishEvents(ctx, list.account, [{ event, tenant: list.tenant, repeat }]);
}
