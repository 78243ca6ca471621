import { deliverySeconds, deliveryTimeName, ofDeliveryTime } from '../../../shared/core/delivery-times.ts';
import { type DeliveryTimes, providers } from '../../../shared/core/records/counters.ts';
import { timestamp } from '../../../shared/core/runtime.ts';
import { countEmails } from '../../../shared/domain/counters/count-emails.ts';
import type { EmailChange } from '../../../shared/domain/ports/counters.ts';
import { sizeOf } from '../../../shared/store/size.ts';
import { freshAccount, newTenant } from '../../support/api.ts';
import { captured } from '../../support/captured.ts';

const day = '2026-12-15';
const accepted = Date.parse(`${day}T12:00:00.000Z`);

test('deliveries are counted by provider and time in the days of account and tenant [H39]', async () => {
  const { ctx } = captured();
  const { account } = await freshAccount(ctx, { domain: false });
  const tenant = await newTenant(ctx, account.id);
  let sequence = 1;
  /** An email to this address that was delivered, or bounced, so long after it was accepted. */
  const change = (to: string, took_ms: number, more: object = {}, letter = 'd'): EmailChange => {
    const before = {
      ...{ id: ctx.runtime.id('msg'), account: account.id, tenant: tenant.id, category: 'transactional' },
      ...{ from: 'a@x.example', to: [to], cc: [], bcc: [], reply_to: [], envelope: null },
      ...{ state: 'sent', recipient_count: 1, outcomes: {}, failed_at: null, failure_reason: null },
      ...{ created_at: timestamp(accepted), scheduled_at: null, sent_at: timestamp(accepted), ...more },
    } as never as EmailChange['after'];
    const at = accepted + took_ms;
    return {
      sequence: String(sequence++),
      changed_at: at,
      before,
      after: { ...before, outcomes: { [`0${letter}`]: at } },
    };
  };
  const scheduled_at = timestamp(accepted + 3_600_000);
  await countEmails(ctx, 'shard', [
    change('a@gmail.com', 1_800),
    change('b@gmail.com', 3_603_000, { scheduled_at }),
    // The clock of SES is behind ours.
    change('c@gmail.com', -40),
    change('d@y.example', 700_000),
    change('e@gmail.com', 5_000, {}, 'b'),
  ]);
  const range = { from: day, to: day };
  const expected = { 'gmail.com': { 0: 1, 1: 1, 2: 1 }, other: { 10: 1 } };
  for (const owner of [account.id, tenant.id]) {
    expect((await ctx.counters.readDays(owner, range))[0]?.times).toEqual(expected);
    const [domain] = await ctx.counters.readDomainDays(owner, { ...range, domain: 'x.example' });
    expect([domain?.delivered, domain?.times]).toEqual([4, {}]);
  }
  const hours = await ctx.counters.readHours(tenant.id, `${day}T00`);
  expect(hours.map(({ delivered, times }) => [delivered, times])).toEqual([
    [1, {}],
    [2, {}],
    [1, {}],
  ]);
});

test('a name has its provider and bucket; other names have none', () => {
  for (const provider of providers) {
    expect(ofDeliveryTime(deliveryTimeName(provider, 1_000))).toEqual({ provider, bucket: 0 });
    expect(ofDeliveryTime(deliveryTimeName(provider, 1_001))).toEqual({ provider, bucket: 1 });
    expect(ofDeliveryTime(deliveryTimeName(provider, 1e12))).toEqual({ provider, bucket: 14 });
  }
  for (const name of ['ttl', 'et', '%', '%0', '%c0', '%0f', '%00x', 'delivered', '%%%'])
    expect([name, ofDeliveryTime(name)]).toEqual([name, null]);
});

test.each<[DeliveryTimes[], { p50: number; p95: number } | null]>([
  [[], null],
  [[{}], null],
  [[{ 0: 1 }], { p50: 1, p95: 1 }],
  [[{ 0: 10, 1: 9 }, { 14: 1 }], { p50: 1, p95: 2 }],
  [[{ 0: 9, 1: 9, 7: 2 }], { p50: 2, p95: 60 }],
])('of %j the bounds are %j [H39]', (times, expected) => {
  expect(deliverySeconds(times)).toEqual(expected);
});

test('five buckets at six providers add at most 180 bytes to a day of 10,000 emails', () => {
  const names = providers
    .slice(0, 6)
    .flatMap((one) => [1, 2, 3, 5, 10].map((s) => [deliveryTimeName(one, s * 1000), 9_999]));
  expect(sizeOf(Object.fromEntries(names))).toBeLessThanOrEqual(180);
});
