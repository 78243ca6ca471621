import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { type Call, newCustomer } from './world.ts';

/**
 * `npm run check -- soak:hanging` tests 50 endpoints with and without a failing one, HANG_S seconds each, and runs
 * alone.
 */
const seconds = Number(process.env.HANG_S ?? 0);
/** Events per second, each for all 50. */
const events = Number(process.env.HANG_EVENTS ?? 1);
const count = 50;

patientTimeout((3 * seconds + 240) * 1000);

/** What the failing endpoint does: `hangs` never responds, and `dead` breaks the connection (HANG_HOW=dead). */
const how = process.env.HANG_HOW ?? 'hangs';

/** One server for all endpoints. The path is the endpoint, and those in `bad` never respond. */
async function startReceivers() {
  const bad = new Set<string>();
  const arrived: { path: string; delay_ms: number }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      arrived.push({ path, delay_ms: Date.now() - Date.parse(JSON.parse(body).created_at) });
      if (!bad.has(path)) response.writeHead(200).end();
      else if (how === 'dead') request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  // One host can have at most 20 endpoints (A72).
  const urlOf = (i: number) => `http://127.0.0.${1 + Math.floor(i / 20)}:${port}/${i}`;
  return { bad, arrived, close, urlOf };
}

async function publish(call: Call): Promise<void> {
  const began = Date.now();
  for (let made = 0; made < seconds * events; made++) {
    await until(async () => Date.now() >= began + (made * 1000) / events, {
      within_ms: 30_000,
      what: 'the time',
    });
    const { status } = await call('POST', '/emails/test', { body: { event: 'email.delivered' } });
    if (status !== 200) throw new Error(`POST /emails/test answered ${status}`);
  }
}

function quantiles(delays: number[]) {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { events: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: sorted.at(-1) };
}

test(`one endpoint of fifty that ${how === 'dead' ? 'is dead' : 'hangs'} does not delay the others [P9]`, async () => {
  const receivers = await startReceivers();
  try {
    const { call } = await newCustomer();
    for (let i = 0; i < count; i++) {
      const { status } = await call('POST', '/webhooks', { body: { url: receivers.urlOf(i) } });
      if (status !== 200) throw new Error(`POST /webhooks answered ${status}`);
    }
    const others = () =>
      receivers.arrived.filter(({ path }) => path !== '/0').map(({ delay_ms }) => delay_ms);
    const expected = seconds * events * (count - 1);
    const run = async () => {
      receivers.arrived.length = 0;
      await publish(call);
      await until(async () => others().length >= expected, { within_ms: 60_000, what: 'every event' });
      return quantiles(others());
    };
    const without = await run();
    receivers.bad.add('/0');
    const beginning = await run();
    const attempts = receivers.arrived.filter(({ path }) => path === '/0').length;
    const after = await run();
    process.stderr.write(`${JSON.stringify({ how, without, beginning, after, attempts })}\n`);
    // A hanging endpoint is skipped. One that refuses immediately costs a worker nothing.
    if (how === 'hangs') expect(attempts).toBeLessThan(seconds * events);
    for (const { p99_ms = Number.NaN } of [beginning, after])
      expect(p99_ms - (without.p99_ms ?? 0)).toBeLessThanOrEqual(1_000);
  } finally {
    receivers.close();
  }
});
