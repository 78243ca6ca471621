import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { newCustomer } from './world.ts';

/**
 * `npm run check -- soak:waits` starts 200, on its own machine. chains.test.ts covers 20 delays in one run.
 */
const delays = Number(process.env.DELAYS ?? 0);

patientTimeout(1_500_000);

const delay_s = 5;

type Call = Awaited<ReturnType<typeof newCustomer>>['call'];
type Fields = Record<string, unknown>;
type Step = { status: string; started_at: string; completed_at: string | null };

/** Creates an active automation with these steps. */
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

const ended = (call: Call, automation: string) =>
  until(
    async () => {
      const all = await runsOf(call, automation);
      return all.length === delays && all.every(({ status }) => status === 'completed') && all;
    },
    { within_ms: 120_000, what: 'every delay is over' },
  );

test('delays on the running stack end not before their time, and at most 10 s after it [U19]', async () => {
  const { call } = await newCustomer();
  const automation = await active(call, [{ type: 'delay', seconds: delay_s }]);
  for (let i = 0; i < delays; i += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, delays - i) }, (_, n) => post(call, `p${i + n}@example.com`)),
    );
  const late = await lateness(call, automation, await ended(call, automation));
  process.stderr.write(
    `  ${delays} delays: late by ${percentile(late, 0.5)} ms (p50), ${percentile(late, 0.99)} ms (p99), ${late.at(-1)} ms at most\n`,
  );
  expect(late[0]).toBeGreaterThanOrEqual(0);
  expect(late.at(-1)).toBeLessThanOrEqual(10_000);
});
