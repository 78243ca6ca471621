import { randomBytes } from 'node:crypto';
import { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import type { Client } from '../support/api.ts';
import type { Json, Post, RecordedRuns, World } from './world.ts';

const email = 'ada@example.com';

/** One of everything that automations store, at rest and in flight. */
export async function recordRuns(
  world: World,
  post: Post,
  { from, now, later }: { from: string; now: () => number; later: (ms: number) => void },
): Promise<RecordedRuns> {
  const { ctx, run_messages, run_timers, down } = world;
  const active = async (body: object): Promise<string> => {
    const { automation } = await post('/automations', { name: 'x', ...body });
    await post(`/automations/${automation.id}`, { action: 'activate' });
    return automation.id;
  };
  const take = () => run_messages.splice(0);
  const mail = {
    type: 'send_email',
    from,
    template: { id: 'small', variables: { name: '{{event.data.name}}' } },
  };
  const automation = await active({
    trigger: { event: 'compat.began', cancel_on_events: ['compat.over'] },
    allow_reentry: false,
    steps: [
      mail,
      { type: 'send_sms', to: '+41791234567', text: 'Hi {{event.data.name}}' },
      { type: 'delay', seconds: 60 },
      { type: 'wait_for_event', event: 'compat.paid', timeout_seconds: 86_400, on_timeout: 'fail' },
      { ...mail, template: { id: 'small', variables: { name: '{{steps.3.event.data.name}}' } } },
    ],
  });
  // Too large for an item.
  const large = { ...mail, template: undefined, subject: 's', text: randomBytes(26_000).toString('base64') };
  await post('/automations', { name: 'Large', trigger: { event: 'never' }, steps: [large] });
  const begin = async (name: string) => {
    const key = `compat-${name}`;
    await post(
      '/events',
      { name: 'compat.began', email: `${name}@example.com`, data: { name } },
      { 'idempotency-key': key },
    );
    const [message] = take();
    return message as AdvanceMessage;
  };
  const goOn = async (message: AdvanceMessage, steps: number): Promise<AdvanceMessage> => {
    let next = message;
    for (let step = 0; step < steps; step++) {
      await advanceRun(ctx, next);
      next = take().at(-1) as AdvanceMessage;
    }
    return next;
  };
  const sending = await begin('sending');
  const texting = await goOn(await begin('texting'), 1);
  ctx.sms = { publish: () => Promise.reject(new Error('died')) };
  await advanceRun(ctx, texting).catch(() => {});
  ctx.sms = { publish: async () => ({ outcome: 'sent', message_id: 'm' }) };
  const delayed = await goOn(await begin('delayed'), 2);
  const waiting = await goOn(await begin('waiting'), 2);
  later(61_000);
  await advanceRun(ctx, waiting);

  // Many runs of one person. The plan of the event that cancels them is its own item, and its row is left behind.
  const paused = await active({
    trigger: { event: 'compat.many', cancel_on_events: ['compat.stop'] },
    steps: [{ type: 'delay', seconds: 600 }],
  });
  for (let i = 0; i < 40; i++) await post('/events', { name: 'compat.many', email });
  await post('/events', { name: 'compat.many', email: 'bob@example.com' });
  take();
  down.queue = true;
  const { event } = await post('/events', { name: 'compat.stop', email, data: { a: 1 } });
  await post(`/automations/${paused}`, { action: 'pause', cancel_runs: true });
  down.queue = false;
  const account = (await ctx.custom_events.get(event.id))?.account;
  const cancel = {
    automation: paused,
    account,
    removed: false,
    until: new Date(now()).toISOString(),
    due: Math.floor(now() / 60_000) + 15,
    after: null,
    pass: 'first' as const,
  };
  return {
    automation,
    sending,
    texting,
    timers: [delayed, ...run_timers],
    others: [
      AdvanceMessage.parse({ event: event.id, account }),
      AdvanceMessage.parse({ paged_event: event.id, account, from: 0 }),
      AdvanceMessage.parse(cancel),
    ],
    paused: { automation: paused, open: 1 },
  };
}

/** What another release, or another process, does with them: each continues, and no effect happens twice. */
export async function continueRuns(
  { ctx, run_messages }: World,
  call: Client,
  { runs, later }: { runs: RecordedRuns; later: (ms: number) => void },
): Promise<void> {
  const { automation, sending, texting, timers, others, paused } = runs;
  const get = async (path: string): Promise<Json> => {
    later(1_000);
    return (await call('GET', path)).body;
  };
  const runOf = async (name: string) => {
    const path = `/automations/${automation}/runs`;
    const { runs: found } = await get(`${path}?email=${name}@example.com`);
    return (await get(`${path}/${found[0].id}`)).run as Json;
  };
  const outcomesOf = async (name: string) =>
    ((await runOf(name)).steps as Json[]).map(({ output }) => output?.outcome ?? null);
  const all = [sending, texting, ...timers, ...others];
  expect(all.map((message) => AdvanceMessage.parse(message))).toEqual(all);
  await advanceRun(ctx, sending);
  await advanceRun(ctx, sending);
  expect((await outcomesOf('sending')).slice(0, 2)).toEqual(['sent', null]);
  later(120_000);
  await advanceRun(ctx, texting);
  expect((await outcomesOf('texting')).slice(0, 2)).toEqual(['sent', 'unknown']);
  for (const message of timers) await advanceRun(ctx, message);
  expect(await runOf('delayed')).toMatchObject({ status: 'waiting', waiting_for: 'compat.paid' });
  const post = (body: object) => call('POST', '/events', { body });
  run_messages.length = 0;
  const paid = await post({ name: 'compat.paid', email: 'waiting@example.com', data: { name: 'Ada' } });
  expect(paid.body).toMatchObject({ resumed_runs: 1, cancelled_runs: 0 });
  for (const message of run_messages.splice(0)) await advanceRun(ctx, message);
  expect(await outcomesOf('waiting')).toEqual(['sent', 'sent', 'elapsed', 'event', 'sent']);
  const again = await post({ name: 'compat.began', user_id: 'u', email: 'waiting@example.com' });
  expect(again.body).toMatchObject({ matched_automations: 1 });
  expect((await runOf('waiting')).status).toBe('completed');
  expect((await post({ name: 'compat.over', email: 'delayed@example.com' })).body.cancelled_runs).toBe(1);
  const open = async () =>
    (await get(`/automations/${paused.automation}/runs?status=waiting`)).runs as object[];
  expect(await open()).toHaveLength(paused.open);
  for (const message of others) await advanceRun(ctx, message);
  expect(await open()).toEqual([]);
}
