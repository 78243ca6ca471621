import { environment } from '../support/environment.ts';
import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { type Call, handedToSes, misbehave, newCustomer, send } from './world.ts';

/** `npm run soak:pace`: PACE_ITEMS in batches of 100 at PACE_RATE of SES, looked at for PACE_S seconds; it runs by itself. */
const items = Number(process.env.PACE_ITEMS ?? 0);
const rate = Number(process.env.PACE_RATE ?? 14);
const seconds = Number(process.env.PACE_S ?? 180);

patientTimeout((seconds + 300) * 1000);

async function acceptBatches(call: Call, email: object): Promise<void> {
  const emails = Array.from({ length: 100 }, () => email);
  for (let made = 0; made < items; made += 100) {
    const { status } = await call('POST', '/emails/batch', { body: { emails } });
    if (status !== 200) throw new Error(`POST /emails/batch answered ${status}`);
  }
}

/** One password reset a second; when each was accepted. */
async function sendResets(
  call: Call,
  email: Record<string, string>,
  count: number,
): Promise<Map<string, number>> {
  const accepted = new Map<string, number>();
  const began = Date.now();
  for (let made = 0; made < count; made++) {
    await until(async () => Date.now() >= began + made * 1000, { within_ms: 30_000, what: 'the second' });
    accepted.set(await send(call, email), Date.now());
  }
  return accepted;
}

async function throttledCalls(): Promise<number> {
  const response = await fetch(`${environment().AWS_ENDPOINT_URL_SES}/_control`);
  return ((await response.json()) as { stats: { throttled: number } }).stats.throttled;
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

(items > 0 ? test : test.skip)(
  `P16: ${items} batch items at ${rate}/s do not delay a reset a second of another account`,
  async () => {
    const [bulk, other] = await Promise.all([newCustomer(), newCustomer()]);
    const mailOf = (domain: string) => ({
      from: `shop@${domain}`,
      to: `ada@${domain}`,
      subject: 'Hi',
      text: '1',
    });
    await misbehave({ rate_per_second: rate });
    const set = Date.now();
    // The next sweep asks for the rate, and workers believe what they read for 10 s.
    await until(async () => Date.now() - set > 72_000, { within_ms: 80_000, what: 'the rate to be known' });
    const before = await throttledCalls();
    const began = Date.now();
    const accepting = acceptBatches(bulk.call, mailOf(bulk.domain)).then(() => Date.now());
    const accepted = await sendResets(other.call, mailOf(other.domain), seconds);
    const ended = Date.now();
    const batches_s = (await accepting) - began;
    const resets = await until(
      async () => {
        const found = await handedToSes({ to: `ada@${other.domain}` });
        return found.length >= accepted.size && found;
      },
      { within_ms: 60_000, what: 'every reset' },
    );
    const delays = resets
      .map(({ at, tags }) => Math.max(0, Date.parse(at) - (accepted.get(tags.email_id ?? '') ?? Number.NaN)))
      .toSorted((a, b) => a - b);
    const all = [...(await handedToSes({ to: `ada@${bulk.domain}` })), ...resets].map(({ at }) =>
      Date.parse(at),
    );
    // From when the rate could be used up: five seconds after the first batch.
    const from = began + 5_000;
    const used = all.filter((at) => at >= from && at < ended).length / ((rate * (ended - from)) / 1000);
    const figures = {
      resets: resets.length,
      p50_ms: quantile(delays, 0.5),
      p99_ms: quantile(delays, 0.99),
      max_ms: delays.at(-1),
      share_of_rate: Number(used.toFixed(3)),
      throttled_calls: (await throttledCalls()) - before,
      handed: all.length,
      seconds_measured: Math.round((ended - from) / 1000),
      batches_accepted_in_s: Math.round(batches_s / 1000),
    };
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    expect(resets).toHaveLength(accepted.size);
    expect(figures.p99_ms).toBeLessThanOrEqual(2_000);
    expect(figures.share_of_rate).toBeGreaterThanOrEqual(0.9);
  },
);
