import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { type Call, handedToSes, misbehave, newCustomer, send, withStatus } from './world.ts';

/** `npm run check -- soak:bulk` sends 10,000. BULK_RATE is how many recipients SES accepts per second. */
const size = Number(process.env.BULK ?? 200);
const rate = process.env.BULK_RATE === undefined ? null : Number(process.env.BULK_RATE);

/** The shortest time to accept the bulk in. Every worker knows a new rate within a minute. */
const least_s = Math.max(rate === null ? 0 : 70, 6 + size / 80);
/** On two cores, the local cloud handles about 40 emails a second. */
const drain_s = 60 + size / Math.min(20, (rate ?? 1000) / 2);

patientTimeout((least_s + drain_s + 360) * 1000);

const customers = Promise.all([newCustomer(), newCustomer()]);

async function accept(call: Call, email: object): Promise<void> {
  for (let done = 0; done < size; done += 100) {
    const emails = Array.from({ length: Math.min(100, size - done) }, () => email);
    const { status, body } = await call('POST', '/emails/batch', { body: { emails } });
    const refused = (body.data as { status: string }[] | undefined)?.filter(
      (one) => one.status !== 'scheduled',
    );
    if (status !== 200 || refused?.length !== 0)
      throw new Error(`${status}: ${JSON.stringify(refused?.[0])}`);
  }
}

/** Milliseconds from each email's scheduled time to its hand-over. */
async function delays(call: Call): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await call(
      'GET',
      `/emails?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const email of body.emails as Record<string, string | null>[]) {
      found.push(Date.parse(email.sent_at ?? '') - Date.parse(email.scheduled_at ?? email.created_at ?? ''));
    }
    cursor = body.next_cursor as string | null;
  }
  return found.toSorted((a, b) => a - b);
}

const seconds = (sorted: number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN) / 1000;

test(`${size} emails of one second go out once each, and no mail of another account stands behind them [Q16]`, async () => {
  const [bulk, other] = await customers;
  const to = `bulk@${bulk.domain}`;
  const email = { from: `shop@${bulk.domain}`, to, subject: 'Sale', text: 'Now' };
  const theirs = { from: `shop@${other.domain}`, to: `ada@${other.domain}`, subject: 'Your code', text: '1' };
  await misbehave({ rate_per_second: rate });
  try {
    // Scaled by how long one email takes, because a busy machine takes longer for each.
    const began = Date.now();
    await send(other.call, theirs);
    const lead_s = Math.min(240, Math.max(least_s, (Date.now() - began) / 50));
    const at = Date.now() + lead_s * 1000;
    const scheduled_at = new Date(at).toISOString();
    await accept(bulk.call, { ...email, scheduled_at });
    const peer = await send(other.call, { ...theirs, scheduled_at });
    await until(async () => Date.now() >= at, { within_ms: lead_s * 1000, what: 'the time' });

    // Doesn't wait for an empty queue, because other tests' mail is in it, too.
    const allHanded = async () => {
      await send(other.call, theirs);
      const found = await handedToSes({ to });
      return found.length >= size && found;
    };
    const handed = await until(allHanded, { within_ms: drain_s * 1000, what: 'the bulk handed over' });
    await withStatus(other.call, peer, 'delivered');
    const [crowded, others] = await Promise.all([delays(bulk.call), delays(other.call)]);
    const figures = [0.5, 0.95, 1].map((share) => [seconds(crowded, share), seconds(others, share)]);
    process.stderr.write(
      `bulk of ${size}, SES at ${rate ?? 'any'}/s; s late at p50, p95, max [bulk, others]: ${JSON.stringify(figures)}\n`,
    );
    expect(new Set(handed.map(({ tags }) => tags.email_id)).size).toBe(size);
    expect(handed).toHaveLength(size);
    expect(crowded).toHaveLength(size);
    expect(crowded[0]).toBeGreaterThanOrEqual(0);
    expect(seconds(others, 0.5)).toBeLessThan(seconds(crowded, 1));
    // `npm run check -- soak:bulk` has a machine of its own.
    if (process.env.BULK) expect(seconds(others, 1)).toBeLessThan(20);
  } finally {
    await misbehave({ rate_per_second: null });
  }
});
