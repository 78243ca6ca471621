import { routeGroups } from '../../functions/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { type Answer, freshAccount, inProcess, testClock, testContext } from './api.ts';
import { collectLog } from './log.ts';
import { fakeMailgun, mailgunKey } from './mailgun.ts';
import { fakePostmark, serverToken } from './postmark.ts';
import { fakeSendgrid, providerKey } from './sendgrid.ts';
import { withProvider } from './stand-in.ts';

const fakes = {
  sendgrid: { stand: fakeSendgrid, api_key: providerKey },
  postmark: { stand: fakePostmark, api_key: serverToken },
  mailgun: { stand: fakeMailgun, api_key: mailgunKey },
};

export const importApi = Object.values(routeGroups).flat();

export const migrationOf = ({ body }: Answer) => body.migration as MigrationRecord;

type Options = { times?: Parameters<typeof withProvider>[2] } & Parameters<typeof freshAccount>[1];

/** An account that imports `resources` from an account at a fake provider, on the test's clock. */
export async function importing<Name extends keyof typeof fakes>(
  name: Name,
  resources?: string[],
  { times, ...options }: Options = {},
) {
  const { stand, api_key } = fakes[name];
  const provider = (await stand()) as Awaited<ReturnType<(typeof fakes)[Name]['stand']>>;
  const clock = testClock();
  const { log, lines } = collectLog();
  const ctx: Context = withProvider(testContext({ runtime: clock.runtime, log }), provider.url, times);
  ctx.domain_tasks = { enqueue: async () => {} };
  ctx.settings.webhook_targets = 'public';
  const made = await freshAccount(ctx, { domain: false, ...options });
  const { account } = made;
  const call = inProcess(ctx, importApi, made.api_key);
  /** Starts an import, or sends its next request, with another context's API or another key. */
  const startIn =
    (of: Context, key = made.api_key) =>
    (change: object = {}) =>
      inProcess(of, importApi, key)('POST', '/migrations', {
        body: { provider: name, api_key, resources, ...change },
      });
  const start = startIn(ctx);
  /** The import after all of its requests, with the waits between them. */
  const finish = async (from: MigrationRecord) => {
    let last = from;
    while (last.has_more) {
      clock.advance(1000 * (last.retry_after_seconds ?? 0) + 1);
      last = migrationOf(await start({ cursor: last.next_cursor }));
    }
    return migrationOf(await call('GET', `/migrations/${from.id}`));
  };
  const list = { account: account.id, tenant: null };
  /** A domain name that no other account has. */
  const own = (label: string) => `${label}-${account.id.slice(4, 16)}.test`;
  return { clock, ctx, provider, account, call, start, startIn, finish, list, lines, own };
}

type ImportingSendgrid = Awaited<ReturnType<typeof importing<'sendgrid'>>>;

/** Ends one request after its first call to a path that ends with `end`. */
export function endAfter({ provider, clock }: Pick<ImportingSendgrid, 'provider' | 'clock'>, end: string) {
  provider.hooks.before = (path) => {
    if (!path.endsWith(end)) return;
    provider.hooks.before = () => {};
    clock.advance(26_000);
  };
}

export const killed = () => Promise.reject(new Error('killed'));

/**
 * Wraps the writes of a request so that it is killed at its `nth` write, counted over all wrapped functions.
 */
export function dyingAt(nth: number) {
  let writes = 0;
  return <Input extends unknown[], Result>(write: (...input: Input) => Promise<Result>) =>
    async (...input: Input): Promise<Result> =>
      ++writes >= nth ? killed() : write(...input);
}
