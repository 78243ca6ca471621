import { createContext } from '../../shared/aws/context.ts';
import { decompress } from '../../shared/core/compress.ts';
import type { ImportProvider } from '../../shared/core/records/imports.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { freshAccount, inProcess, testClock } from './api.ts';
import { importApi, migrationOf } from './import-account.ts';
import { accountsOf } from './import-accounts.ts';
import { collectLog } from './log.ts';
import { type Inventory, ownCloud } from './own-cloud.ts';
import { sortedJson } from './sorted-json.ts';
import { withProvider } from './stand-in.ts';

/** An account with its own cloud, and a provider account to import from. */
export async function importWorld(name: ImportProvider, slice_s = 25) {
  const cloud = await ownCloud();
  const clock = testClock();
  const { log, lines, metrics } = collectLog();
  const real = createContext(cloud.config, { runtime: clock.runtime, log });
  // A label of hexadecimal digits, so that comparisons recognize it.
  const own = (label: string) => `${label}-${cloud.name}.test`;
  const provider = await accountsOf[name](own);
  const ctx: Context = withProvider(real, provider.stand.url, { slice_s });
  ctx.settings.webhook_targets = 'public';
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, importApi, api_key);
  const post = (change: object = {}) =>
    call('POST', '/migrations', { body: { ...provider.body, ...change } });
  // The deployment's secret, and whatever else a process's first request writes.
  await ctx.cursors.seal(['warm'], 'warm');
  await call('GET', '/migrations');
  /** Every response of an import or preview, request by request. */
  const run = async (change: object = {}, from: string | null = null): Promise<MigrationRecord[]> => {
    const answers: MigrationRecord[] = [];
    for (let cursor = from, more = true; more; ) {
      const answer = await post({ ...change, ...(cursor !== null && { cursor }) });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      const migration = migrationOf(answer);
      answers.push(migration);
      cursor = migration.next_cursor;
      more = migration.has_more;
    }
    return answers;
  };
  return { ...provider, cloud, clock, ctx, lines, metrics, account, api_key, call, post, run };
}

export type ImportWorld = Awaited<ReturnType<typeof importWorld>>;

const attempt = <Value>(read: () => Value, otherwise: Value): Value => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

/** Decompressed if necessary, and as JSON with sorted members. */
const unpacked = (bytes: Buffer): string => {
  const text = attempt(() => decompress(bytes), bytes).toString('latin1');
  return attempt(() => sortedJson(JSON.parse(text)), text);
};

/** Everything stored, as decompressed text to search in. */
export const searchable = ({ items, objects }: Inventory): string =>
  [
    ...Object.entries(items).flatMap(([key, item]) => [
      key,
      sortedJson(item),
      ...Object.values(item as Record<string, { B?: string }>).flatMap(({ B }) =>
        B === undefined ? [] : [unpacked(Buffer.from(B, 'base64'))],
      ),
    ]),
    ...Object.entries(objects).flatMap(([key, object]) => [key, unpacked(Buffer.from(object, 'base64'))]),
  ].join('\n');
