import { domainRoutes } from '../../functions/domains/routes.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { freshAccount, inProcess, testClock, testContext } from './api.ts';
import { localZone } from './dns.ts';
import { environment } from './environment.ts';
import { until } from './until.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** An account with its own clock, whose domain tasks run when the test says so. */
export async function domainWorld() {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const queued: DomainMessage[] = [];
  ctx.domain_tasks = { enqueue: async (messages) => void queued.push(...messages) };
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, domainRoutes, api_key);
  const name = `${account.id.slice(4)}.test`;
  const zone = await localZone(name);
  const get = async () => (await call('GET', `/domains/${name}`)).body.domain as DomainRecord;
  const runTasks = async () => {
    for (const message of queued.splice(0)) await runDomainTask(ctx, message);
  };
  /** Runs the planned check, whenever it is due. */
  const nextCheck = async () => {
    const { domain } = (await ctx.domains.read(name)) ?? {};
    if (!domain) throw new Error('no domain');
    clock.advance(Math.max(0, Date.parse(domain.next_check_at ?? '') - clock.runtime.now()));
    await runDomainTask(ctx, { task: 'check', id: domain.id, name, account: account.id });
    return get();
  };
  const verify = async () => {
    const answer = await call('POST', `/domains/${name}`, { body: { action: 'verify' } });
    return { ...answer, domain: answer.body.domain as DomainRecord };
  };
  /** SES checks DNS in its own time, which on a busy machine is after the first check. */
  const untilVerified = () => {
    const isVerified = async () => {
      clock.advance(11_000);
      return (await verify()).domain.status === 'verified';
    };
    return until(isVerified, { what: 'a verified domain' });
  };
  const create = async (body: Record<string, unknown> = {}) =>
    (await call('POST', '/domains', { body: { name, ...body } })).body.domain as DomainRecord;
  return {
    ...clock,
    ctx,
    account,
    api_key,
    call,
    name,
    zone,
    get,
    queued,
    runTasks,
    nextCheck,
    verify,
    untilVerified,
    create,
  };
}

export const byPurpose = ({ records }: DomainRecord) =>
  Object.fromEntries(
    records.map(({ purpose, status, note, current }) => [purpose, { status, note, current }]),
  );

export const noteOf = (domain: DomainRecord, purpose: string) => byPurpose(domain)[purpose]?.note;

/** During `run`, the local SES doesn't check the domain's DNS. */
export async function whileSesWaits(name: string, run: () => Promise<void>): Promise<void> {
  const hold = (held: boolean) =>
    fetch(`${environment().AWS_ENDPOINT_URL_SES}/_control`, {
      method: 'PUT',
      body: JSON.stringify({ hold_verification: { [name]: held } }),
    });
  await hold(true);
  try {
    await run();
  } finally {
    await hold(false);
  }
}
