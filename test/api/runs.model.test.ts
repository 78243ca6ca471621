import fc from 'fast-check';
import type { CustomEvent } from '../../shared/core/records/automations.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { waitName } from '../../shared/core/wait-names.ts';
import type { Context } from '../../shared/domain/context.ts';
import { runIdOf } from '../../shared/domain/runs/begin-run.ts';
import { captured } from '../support/captured.ts';
import { passing, tableIsPassing } from '../support/mortal.ts';
import { patientTimeout } from '../support/patience.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { chances, chaoticWorld, everyCallPasses, tick_min } from '../support/run-chaos.ts';
import { type ModelRun, reference } from '../support/run-reference.ts';
import {
  type Action,
  type ModelEvent,
  numbers,
  type Scenario,
  scenario,
  stepOf,
  suppressed,
} from '../support/run-scenarios.ts';

/** `npm run check -- soak:automations`: 1,000; FC_SEED is another run, FC_PATH one of its failures. */
const scenarios = Number(process.env.AUTOMATIONS ?? 8);
const isSoak = scenarios > 50;
const say = (line: string): boolean => process.stderr.write(`  ${line}\n`);

patientTimeout(60_000 + scenarios * 20_000);
beforeAll(tableIsPassing);
afterAll(stopReceivers);

const minute_ms = 60_000;
type ShownStep = {
  status: string;
  output: Record<string, unknown> | null;
  started_at: string | null;
  completed_at: string | null;
};

/** What a step's output says, without ids. */
function outputOf(output: ShownStep['output']): string | null {
  if (output === null) return null;
  if ('result' in output) return String(output.result);
  if ('attempts' in output) return `${output.outcome} ${output.status_code} ${output.attempts}`;
  const event = output.event as CustomEvent | null | undefined;
  return output.outcome === 'event' ? `event ${event?.data.n}` : String(output.outcome);
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const expected = (run: ModelRun) => ({
  status: run.status,
  reason: run.reason,
  error: run.error,
  index: run.index,
  next_at: iso(run.next_at),
  waiting_for: run.waiting_for,
  started: iso(run.started),
  ended: iso(run.ended),
  steps: run.steps.map(({ status, output, started, ended }) => [status, output, iso(started), iso(ended)]),
});

type Shown = Record<string, unknown> & { error: { code: string } | null; steps: ShownStep[] };

const shown = (run: Shown) => ({
  status: run.status,
  reason: run.ended_reason,
  error: run.error?.code ?? null,
  index: run.step_index,
  next_at: run.next_step_at,
  waiting_for: run.waiting_for,
  started: run.started_at,
  ended: run.completed_at,
  steps: run.steps.map(({ status, output, started_at, completed_at }) => [
    ...[status, outputOf(output), started_at, completed_at],
  ]),
});

/** A customer's server: `late` takes nothing in the instant in which a step asks it first. */
async function customer(now: () => number) {
  const bodies = new Map<string, Set<string>>();
  const first = new Map<string, number>();
  const marks = new Set<string>();
  const { url, received } = await receiver((request, response) => {
    const { headers, body, path } = received.at(-1) as (typeof received)[number];
    const key = String(headers['service-idempotency-key']);
    bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
    marks.add(JSON.parse(body).mark);
    const since = first.get(key) ?? now();
    first.set(key, since);
    const isUp = path.endsWith('/up') || (path.endsWith('/late') && now() > since);
    response.writeHead(isUp ? 200 : 503).end();
    request.resume();
  });
  return { url, bodies, marks };
}

/** A provider that does with a text what its number says: `late` takes none in the instant in which it is asked first. */
function smsProvider(now: () => number) {
  const taken: string[] = [];
  const first = new Map<string, number>();
  const take = (text: string) => `sms-${taken.push(text)}`;
  const publish: Context['sms']['publish'] = async ({ to, text }) => {
    const since = first.get(text) ?? now();
    first.set(text, since);
    if (to === numbers.refused) return { outcome: 'refused', reason: 'invalid' };
    if (to === numbers.down || (to === numbers.late && now() === since)) return { outcome: 'not_taken' };
    const message_id = take(text);
    return to === numbers.silent ? { outcome: 'unknown' } : { outcome: 'sent', message_id };
  };
  return { taken, sms: { publish: (sms: Parameters<typeof publish>[0]) => passing(() => publish(sms)) } };
}

const steps_ms = tick_min * minute_ms;

/** Steps of time after which nothing is left of what a sweep that died had put off. */
const last_ticks = 12;

test(`${scenarios} random automations x events x lost, doubled, late messages and timers x deaths at any call end as the reference says, no effect twice [U2, U3, U4, U7, U8, U17, U19, U38]`, async () => {
  const world = captured();
  world.ctx.settings.webhook_targets = 'any';
  world.ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 1_000 };
  world.clock.hold();
  everyCallPasses(world);
  const now = () => world.clock.runtime.now();
  const begun_at = Date.now();
  let checked = 0;

  const check = async ({ automations, actions, chance }: Scenario) => {
    const chaos = chances(chance);
    const chaotic = await chaoticWorld(world, chaos);
    const { ok, active, mine, persist, clock, domain, webhooks, died } = chaotic;
    const server = await customer(now);
    const provider = smsProvider(now);
    world.ctx.sms = provider.sms;
    const model = reference(automations);
    webhooks.splice(0);
    await ok('POST', '/webhooks', { url: 'https://hooks.example.com/x' });
    await ok('POST', '/suppressions', { email: suppressed });
    const ids: string[] = [];
    for (const [i, { event, cancels, only_pro, reentry, steps: list }] of automations.entries()) {
      const rule = { field: 'event.data.plan', operator: 'equals', value: 'pro' };
      const conditions = only_pro ? [rule] : [];
      const from = `shop@${domain}`;
      const mark = (index: number) => `{{event.data.n}}/${i} ${index}`;
      const made = list.map((one, index) => stepOf(one, mark(index), { from, hook: server.url }));
      const trigger = { event, cancel_on_events: cancels, conditions };
      ids.push(await active(made, { trigger, allow_reentry: reentry }));
    }
    const posted: CustomEvent[] = [];
    const idOfRun = (run: ModelRun) =>
      runIdOf(posted[run.event.n] as CustomEvent, (ids[run.automation] ?? '') as Id<'aut'>);

    /** What dead processes left for later, which is theirs to leave: the call of a text, a wait that a sweep had put off. */
    const leftBehind = async () => {
      const open = model.open();
      const found = await world.ctx.runs.find(open.map(idOfRun));
      const left = open.flatMap((run, i): [ModelRun, number][] => {
        const { status, claimed_at = null, next_step_at, step_index = 0 } = found[i] ?? {};
        const isClaimed = status === 'running' && claimed_at !== null;
        const isLate = status === 'waiting' && Date.parse(next_step_at ?? '') <= now();
        if (isClaimed) expect(died.workers).toContain(idOfRun(run));
        if (isLate) expect(died.sweeps).toBeGreaterThan(0);
        return isClaimed || isLate ? [[run, step_index]] : [];
      });
      return new Map(left);
    };
    const settle = async () => {
      await chaotic.settle();
      const left = await leftBehind();
      model.settle(now(), left);
      return left;
    };

    const post = async (one: Extract<Action, { kind: 'post' }>) => {
      const n = posted.length;
      const event: ModelEvent = { n, name: one.name, ...one.person, plan: one.plan };
      const body = { name: one.name, ...one.person, data: { plan: one.plan, n } };
      const answer = await persist('/events', body, `key-${n}`);
      const counts = model.post(event, now());
      const said = answer.body as Record<string, unknown> & { event: CustomEvent };
      posted.push(said.event);
      mine.add(said.event?.id);
      for (const [i, id] of ids.entries())
        for (const step of automations[i]?.steps.keys() ?? [])
          mine.add(waitName(runIdOf(said.event, id as Id<'aut'>), step));
      expect([answer.status, said]).toMatchObject([202, counts]);
    };
    const cancel = async (one: Extract<Action, { kind: 'cancel' }>) => {
      const open = model.open();
      const run = open[one.run % open.length];
      if (run === undefined) return;
      const path = `/automations/${ids[run.automation]}/runs/${idOfRun(run)}`;
      const { status, repeated } = await persist(path, { action: 'cancel' });
      expect(repeated ? [200, 409] : [200]).toContain(status);
      model.cancel(run, now(), 'cancelled');
    };
    const changeStatus = async ({ automation: i }: Extract<Action, { kind: 'status' }>) => {
      const id = ids[i];
      if (id === undefined) return;
      model.active[i] = !model.active[i];
      await ok('POST', `/automations/${id}`, { action: model.active[i] ? 'activate' : 'pause' });
    };
    const stop = async ({ automation: i }: Extract<Action, { kind: 'stop' }>) => {
      const id = ids[i];
      if (id === undefined) return;
      model.active[i] = false;
      mine.add(id);
      await persist(`/automations/${id}`, { action: 'pause', cancel_runs: true });
      for (const run of model.open()) if (run.automation === i) model.cancel(run, now(), 'cancelled');
      await settle();
      // A later pass cancels what began until then: nothing else happens in that millisecond.
      clock.advance(1);
    };
    for (const one of actions) {
      if (one.kind === 'post') await post(one);
      else if (one.kind === 'cancel') await cancel(one);
      else if (one.kind === 'status') await changeStatus(one);
      else if (one.kind === 'stop') await stop(one);
      else clock.advance(one.ticks * steps_ms);
      await settle();
    }
    let left = await settle();
    for (let ticks = 0; ticks < last_ticks && left.size > 0; ticks++) {
      clock.advance(steps_ms);
      left = await settle();
    }
    expect(left.size).toBe(0);

    for (const run of model.runs) {
      const found = await ok('GET', `/automations/${ids[run.automation]}/runs/${idOfRun(run)}`);
      expect(shown(found.run as Shown)).toEqual(expected(run));
    }
    for (const [i, id] of ids.entries()) {
      const listed = (await ok('GET', `/automations/${id}/runs?limit=100`)).runs as { id: string }[];
      const known = model.runs.filter((run) => run.automation === i).map(idOfRun);
      expect(listed.map((run) => run.id).sort()).toEqual(known.sort());
    }
    const { emails } = await ok('GET', '/emails?limit=100');
    const sent = (emails as { to: string[]; subject: string; status: string }[])
      .filter(({ status }) => status !== 'suppressed' && status !== 'failed')
      .map(({ to, subject }) => `${to.join()} ${subject}`);
    expect(sent.sort()).toEqual([...model.emails].sort());
    expect([...server.marks].sort()).toEqual([...model.requests].sort());
    expect(new Set(provider.taken).size).toBe(provider.taken.length);
    expect(provider.taken.filter((text) => !model.unsure.has(text)).sort()).toEqual(model.texts.sort());
    expect([...server.bodies.values()].every(({ size }) => size === 1)).toBe(true);
    const byRun = new Map<string, string>(
      model.runs.map((run) => [idOfRun(run), `${run.event.n}/${run.automation}`]),
    );
    const notices = new Map<string, string>();
    for (const { payload } of webhooks) {
      const { id, type, data } = JSON.parse(payload ?? '{"type":""}');
      if (type.startsWith('automation.'))
        notices.set(id, `${type.slice('automation.'.length)} ${byRun.get(data.run_id)} ${data.step_index}`);
    }
    expect([...notices.values()].sort()).toEqual([...model.notices].sort());
    if (isSoak && ++checked % 25 === 0)
      say(`${checked} of ${scenarios} are equal, ${Math.round((Date.now() - begun_at) / 1000)} s`);
  };
  const path = process.env.FC_PATH;
  if (isSoak) say(`seed ${fc.readConfigureGlobal().seed}`);
  await fc.assert(fc.asyncProperty(scenario, check), {
    numRuns: scenarios,
    ...(path !== undefined && { path }),
    ...(isSoak && { endOnFailure: true }),
  });
});
