import { systemCaller } from '../../shared/domain/context.ts';
import { runIdOf } from '../../shared/domain/runs/begin-run.ts';
import { postEvent } from '../../shared/domain/runs/post-event.ts';
import { testClock, testContext } from '../support/api.ts';
import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { newCustomer } from './world.ts';

/** `npm run soak:waits`: 200. */
const delays = Number(process.env.DELAYS ?? 6);
/** `npm run soak:moment`: 10,000 waits of one account that end at one moment. */
const crowd = Number(process.env.WAITS ?? 0);

patientTimeout(1_500_000);

const delay_s = 5;

type Call = Awaited<ReturnType<typeof newCustomer>>['call'];
type Fields = Record<string, unknown>;
type Step = { status: string; started_at: string; completed_at: string | null };

/** An active automation of these steps. */
async function active(call: Call, steps: object[]): Promise<string> {
  const body = { name: 'waits', trigger: { event: 'begin' }, steps };
  const made = (await call('POST', '/automations', { body })).body.automation as Fields | undefined;
  const { status } = await call('POST', `/automations/${made?.id}`, { body: { action: 'activate' } });
  if (status !== 200) throw new Error(`the automation is not active: ${status}`);
  return String(made?.id);
}

async function post(call: Call, email: string): Promise<void> {
  const answer = await call('POST', '/events', { body: { name: 'begin', email } });
  if (answer.status !== 202)
    throw new Error(`POST /events answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Every run of an automation, in pages. */
async function runsOf(call: Call, automation: string): Promise<Fields[]> {
  const found: Fields[] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const query = `limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`}`;
    const { body } = await call('GET', `/automations/${automation}/runs?${query}`);
    found.push(...(body.runs as Fields[]));
    cursor = body.next_cursor;
  }
  return found;
}

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const say = (line: string): boolean => process.stderr.write(`  ${line}\n`);

/** How late each delay of these runs ended, in milliseconds, ascending. */
async function lateness(call: Call, automation: string, runs: Fields[]): Promise<number[]> {
  const late: number[] = [];
  for (const { id } of runs) {
    const { body } = await call('GET', `/automations/${automation}/runs/${id}`);
    const [step] = (body.run as { steps: Step[] }).steps;
    const due = Date.parse(step?.started_at ?? '') + delay_s * 1000;
    late.push(Date.parse(step?.completed_at ?? '') - due);
  }
  return late.sort((a, b) => a - b);
}

const shownLate = (late: number[]) =>
  `late by ${percentile(late, 0.5)} ms (p50), ${percentile(late, 0.99)} ms (p99), ${late.at(-1)} ms at most`;

const ended = (call: Call, automation: string, count: number, within_ms = 120_000) =>
  until(
    async () => {
      const all = await runsOf(call, automation);
      return all.length === count && all.every(({ status }) => status === 'completed') && all;
    },
    { within_ms, what: 'every delay is over' },
  );

test('U19: delays on the running stack end not before their time, and at most 10 s after it', async () => {
  const { call } = await newCustomer();
  const automation = await active(call, [{ type: 'delay', seconds: delay_s }]);
  for (let i = 0; i < delays; i += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, delays - i) }, (_, n) => post(call, `p${i + n}@example.com`)),
    );
  const late = await lateness(call, automation, await ended(call, automation, delays));
  if (delays > 100) say(`${delays} delays: ${shownLate(late)}`);
  expect(late[0]).toBeGreaterThanOrEqual(0);
  // `npm run soak:waits` has a machine of its own.
  if (process.env.DELAYS) expect(late.at(-1)).toBeLessThanOrEqual(10_000);
});

/** Seconds from the first event of the crowd to the end of its waits: time to make them all, under SQS's 15 minutes. */
const lead_s = Math.min(840, 20 + Math.ceil(crowd / 14));

/** How long after the moment the other account is looked at, where the crowd takes longer. */
const watched_ms = 180_000;

/** So many runs, begun by the product's own verb on a clock that does not move: their waits end at one moment. */
async function makeCrowd({ account_id, call }: Awaited<ReturnType<typeof newCustomer>>) {
  const automation = await active(call, [{ type: 'delay', seconds: lead_s }]);
  const clock = testClock();
  clock.hold();
  const ctx = testContext({ runtime: clock.runtime });
  const account = await ctx.accounts.get(account_id);
  if (account === null) throw new Error('no account');
  const caller = systemCaller(account, 'crowd');
  const ids: string[] = [];
  let begun = 0;
  const begin = async () => {
    while (begun < crowd) {
      const email = `c${begun++}@example.com`;
      const { posted } = await postEvent(ctx, caller, { name: 'begin', email }, { idempotency: null });
      ids.push(runIdOf(posted.event, automation));
    }
  };
  await Promise.all(Array.from({ length: 16 }, begin));
  const moment = clock.runtime.now() + lead_s * 1000;
  let left = ids;
  const late: number[] = [];
  /** Whether every wait of the crowd has ended; `late` says by how much. */
  const isOver = async () => {
    const asked = left.slice(0, 500);
    const runs = await ctx.runs.find(asked);
    const open = asked.filter((_, i) => runs[i]?.status !== 'completed');
    late.push(...runs.flatMap((run) => (run?.completed_at ? [Date.parse(run.completed_at) - moment] : [])));
    left = [...left.slice(asked.length), ...open];
    return left.length === 0;
  };
  return { moment, late, isOver };
}

(crowd > 0 ? test : test.skip)(
  `U19: ${crowd} waits of one moment delay no step of another account by more than 10 s`,
  async () => {
    const [busy, other] = await Promise.all([newCustomer(), newCustomer()]);
    const automation = await active(other.call, [{ type: 'delay', seconds: delay_s }]);
    const { moment, late: lateOfCrowd, isOver } = await makeCrowd(busy);
    const spare_s = Math.round((moment - Date.now()) / 1000);
    say(`${crowd} waits end in ${spare_s} s`);
    expect(spare_s).toBeGreaterThan(delay_s);
    const nearly = moment - delay_s * 1000;
    await until(async () => Date.now() > nearly, { within_ms: 900_000, what: 'the moment' });
    let posted = 0;
    const postUntilOver = async () => {
      await post(other.call, `o${posted++}@example.com`);
      return Date.now() > moment && ((await isOver()) || Date.now() > moment + watched_ms);
    };
    await until(postUntilOver, { within_ms: 2 * watched_ms, what: 'the end of the crowd' });
    const late = await lateness(other.call, automation, await ended(other.call, automation, posted));
    lateOfCrowd.sort((a, b) => a - b);
    say(`${lateOfCrowd.length} of ${crowd} waits of one moment have ended, ${shownLate(lateOfCrowd)}`);
    say(`${posted} delays of another account meanwhile: ${shownLate(late)}`);
    expect(Math.min(late[0] ?? -1, lateOfCrowd[0] ?? -1)).toBeGreaterThanOrEqual(0);
    expect(late.at(-1)).toBeLessThanOrEqual(10_000);
  },
);
