import { eventRoutes } from '../../functions/automations/event-routes.ts';
import { automationRoutes } from '../../functions/automations/routes.ts';
import { runRoutes } from '../../functions/automations/run-routes.ts';
import type { CustomEvent } from '../../shared/core/records/automations.ts';
import type { Run } from '../../shared/core/records/runs.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { runShards } from '../../shared/domain/limits/plans.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import { runIdOf } from '../../shared/domain/runs/begin-run.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { runItem } from '../../shared/store/run-items.ts';
import { keys, personKeys } from '../../shared/store/schema.ts';
import type { Table } from '../../shared/store/table.ts';
import { freshAccount, inProcess } from '../support/api.ts';
import type { Operation } from './budgets.ts';
import { busiestKeys, type KeyLoad } from './keys.ts';
import type { Meter } from './meter.ts';

type Repeat = (name: Operation, run: (round: number) => Promise<unknown>) => Promise<void>;
type Bench = { ctx: Context; meter: Meter; repeat: Repeat; table: Table };

/** How many runs of other people wait for the same event, per row. */
const others = [10, 1_000] as const;

/** Events per second, to compare keys. */
const burst = 1_000;

const rule = { field: 'event.data.plan', operator: 'equals', value: 'pro' };
const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 3600 };
const data = { plan: 'pro', order: 4711, total: 120.5, items: ['a', 'b', 'c'] };

let people = 0;
const person = () => ({ email: `person-${people++}@example.net` });

/** An account with its own automations, and functions for its requests and worker. */
async function makeWorld({ ctx }: Bench) {
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, [...automationRoutes, ...runRoutes, ...eventRoutes], api_key);
  const ok = async (method: string, path: string, body?: object, key?: string) => {
    const keyed = key !== undefined && { headers: { 'idempotency-key': key } };
    const answer = await call(method, path, { ...(body && { body }), ...keyed });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const active = async (event: string, steps: object[], change: object = {}) => {
    const trigger = { event, ...('trigger' in change ? (change.trigger as object) : {}) };
    const made = await ok('POST', '/automations', { name: 'bench', steps, ...change, trigger });
    const { id } = made.automation as { id: string };
    await ok('POST', `/automations/${id}`, { action: 'activate' });
    return id;
  };
  const post = (name: string, body: object, key?: string) =>
    ok('POST', '/events', { name, data, ...body }, key);
  /** The run that an event starts. */
  const begin = async (automation: string, name: string, body: object) => {
    const { event } = await post(name, body);
    return ctx.runs.get(runIdOf(event as CustomEvent, automation as Id<'aut'>)) as Promise<Run>;
  };
  const advance = ({ id, account: owner, step_index: step, tries }: Run) =>
    advanceRun({ ...ctx, webhook_client: webhookClient() }, { id, account: owner, step, tries });
  const mail = { type: 'send_email', from: `bench@${domain}`, subject: 'Hello', text: 'Hi' };
  return { account, active, post, begin, advance, ok, mail };
}

type Made = Awaited<ReturnType<typeof makeWorld>>;

/** Adds runs of other people that wait for the event, as requests would have left them. */
async function fillWaiting({ ctx, table }: Bench, { account }: Made, like: Run, count: number) {
  for (let i = 0; i < count; i += 500) {
    const made = Array.from({ length: Math.min(500, count - i) }, () => {
      const run = { ...like, ...person(), user_id: null, id: ctx.runtime.id('run') };
      const subscriptions = personKeys(run).map((one) => ({
        ...keys.waitSubscription(account.id, 'paid', one, { run: run.id, step: 0 }),
        et: 'subscription',
        account: account.id,
        run: run.id,
        automation_id: run.automation_id,
      }));
      return [runItem(run, runShards(account.email_shards), ctx.settings.retention.run), ...subscriptions];
    });
    await table.batchWrite({ puts: made.flat() });
  }
}

async function measureStarts({ repeat }: Bench, { active, post, mail }: Made): Promise<void> {
  const rest = { trigger: { cancel_on_events: ['stop'] } };
  await repeat('POST /events, matches nothing', () => post('visit', person()));
  await repeat('POST /events, matches nothing, Idempotency-Key', (round) =>
    post('visit', person(), `visit-${round}`),
  );
  await active('begin', [mail], rest);
  await repeat('POST /events, starts a run', () => post('begin', person()));
  await active('once', [mail], { ...rest, allow_reentry: false });
  await repeat('POST /events, starts a run, each person once', () => post('once', person()));
  await active(
    'wait',
    [
      { type: 'condition', all: [rule] },
      { ...wait, event: 'never' },
    ],
    rest,
  );
  await repeat('POST /events, starts a run: condition, wait', () => post('wait', person()));
}

/** Resumes one run of a few waiting runs, and one of many. */
async function measureResumes(bench: Bench, made: Made): Promise<void> {
  const { active, post, begin, mail } = made;
  const automation = await active('signup', [wait, mail], { trigger: { cancel_on_events: ['stop'] } });
  const like = await begin(automation, 'signup', person());
  let filled = 1;
  for (const count of others) {
    await fillWaiting(bench, made, like, count - filled);
    filled = count;
    const waiting = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const one = person();
        await post('signup', one);
        return one;
      }),
    );
    await bench.repeat(`POST /events, resumes one of ${count} runs`, async (round) => {
      const { resumed_runs } = await post('paid', waiting[round] ?? {});
      if (resumed_runs !== 1) throw new Error(`${resumed_runs} runs were resumed`);
    });
  }
  const cancelled = Array.from({ length: 5 }, person);
  for (const one of cancelled) await post('signup', one);
  await bench.repeat('POST /events, cancels a run', (round) => post('stop', cancelled[round] ?? {}));
}

async function measureSteps({ ctx, repeat }: Bench, made: Made): Promise<void> {
  const { active, begin, advance, mail, ok } = made;
  const sending = await active('send', [mail, mail]);
  const runs = await Promise.all(Array.from({ length: 5 }, () => begin(sending, 'send', person())));
  await repeat('run: step send_email', (round) => advance(runs[round] as Run));
  for (const [kind, step] of [
    ['delay', { type: 'delay', seconds: 1 }],
    ['wait', { ...wait, timeout_seconds: 1, on_timeout: 'continue' }],
  ] as const) {
    const event = `timed_${kind}`;
    const automation = await active(event, [step, mail]);
    const waiting = await Promise.all(Array.from({ length: 5 }, () => begin(automation, event, person())));
    await ctx.runtime.sleep(1_100);
    await repeat(`run: ${kind} ended by time`, (round) => advance(waiting[round] as Run));
  }
  const shown = await active('show', [{ type: 'condition', all: [rule] }, wait, mail]);
  const run = await begin(shown, 'show', person());
  for (let i = 0; i < 30; i++) await begin(shown, 'show', person());
  await repeat('GET /automations/{id}/runs/{run_id}', () =>
    ok('GET', `/automations/${shown}/runs/${run.id}`),
  );
  await repeat('GET /automations/{id}/runs?limit=25', () => ok('GET', `/automations/${shown}/runs?limit=25`));
}

/** Measures every line of the automations budget, and the keys of a second in which 1,000 events start a run each. */
export async function measureAutomations(bench: Bench): Promise<KeyLoad> {
  const made = await makeWorld(bench);
  await measureStarts(bench, made);
  await measureResumes(bench, made);
  await measureSteps(bench, made);
  const { calls } = await bench.meter.measure(async () => {
    for (let i = 0; i < burst; i += 25)
      await Promise.all(Array.from({ length: 25 }, () => made.post('begin', person())));
  });
  return busiestKeys(`${burst} events a second`, calls, 1);
}
