import fc from 'fast-check';
import { deliverySeconds, deliveryTimeName, ofDeliveryTime } from '../../../shared/core/delivery-times.ts';
import { type DeliveryTimes, providers } from '../../../shared/core/records/counters.ts';
import type { EmailMeta } from '../../../shared/core/records/emails.ts';
import { timestamp } from '../../../shared/core/runtime.ts';
import { countEmails } from '../../../shared/domain/counters/count-emails.ts';
import { countsOfChange } from '../../../shared/domain/counters/email-counts.ts';
import { providerOf } from '../../../shared/domain/counters/providers.ts';
import type { EmailChange } from '../../../shared/domain/ports/counters.ts';
import { sizeOf } from '../../../shared/store/size.ts';
import { freshAccount, newTenant } from '../../support/api.ts';
import { captured } from '../../support/captured.ts';

const created_at = '2026-11-22T10:00:00.000Z';
const created = Date.parse(created_at);
const later = Date.parse('2026-11-23T00:00:01.000Z');
const n = 3;

const email = (fields: Partial<EmailMeta>): EmailMeta =>
  ({
    id: 'msg_1',
    created_at,
    category: 'transactional',
    recipient_count: n,
    state: 'queued',
    outcomes: {},
    sent_at: null,
    failed_at: null,
    failure_reason: null,
    ...fields,
  }) as EmailMeta;

const counts = (before: EmailMeta | null, after: EmailMeta, sandbox = false) =>
  countsOfChange({ before, after, changed_at: later }, { sandbox }).map(
    ({ counter, n: number, at, position }) => [counter, number, at, ...(position === null ? [] : [position])],
  );

const queued = email({});
const scheduled = email({ state: 'scheduled' });
const sending = email({ state: 'sending' });
const sent = email({ state: 'sent', sent_at: '2026-11-23T00:00:00.500Z' });
const sent_at = Date.parse('2026-11-23T00:00:00.500Z');
const failed = (reason: string) =>
  email({ state: 'failed', failed_at: '2026-11-23T00:00:00.700Z', failure_reason: reason });
const failed_at = Date.parse('2026-11-23T00:00:00.700Z');

test.each<[string, EmailMeta | null, EmailMeta, unknown[]]>([
  [
    'a new email',
    null,
    queued,
    [
      ['accepted', n, created],
      ['queued', n, created],
      ['plan_used', n, created],
    ],
  ],
  [
    'a scheduled one uses nothing of the plan yet (A11)',
    null,
    scheduled,
    [
      ['accepted', n, created],
      ['scheduled', n, created],
    ],
  ],
  [
    'and does on the day of its dispatch',
    scheduled,
    queued,
    [
      ['scheduled', -n, created],
      ['queued', n, created],
      ['plan_used', n, later],
    ],
  ],
  ['a cancelled one waits no more', scheduled, email({ state: 'cancelled' }), [['scheduled', -n, created]]],
  ['a lease is no number', queued, sending, []],
  [
    'sent counts on its own day',
    sending,
    sent,
    [
      ['queued', -n, created],
      ['sent', n, sent_at],
    ],
  ],
  ['a refused send is not accepted (Q17)', null, failed('suppressed'), [['suppressed', n, failed_at]]],
  [
    'found suppressed at dispatch',
    scheduled,
    failed('category_unsubscribed'),
    [
      ['suppressed', n, failed_at],
      ['scheduled', -n, created],
    ],
  ],
  [
    'failed by ourselves',
    sending,
    failed('upstream_error'),
    [
      ['failed', n, failed_at],
      ['queued', -n, created],
    ],
  ],
  [
    'each outcome counts once, on its day, for its recipient',
    email({ ...sent, outcomes: { '0d': 1 } }),
    email({
      ...sent,
      outcomes: { '0d': 1, '1b': later, '1t': later, '2x': later, '0c': later, '0u': 5, '*1s': 5 },
    }),
    [
      ['bounced', 1, later, 1],
      ['soft_bounced', 1, later, 1],
      ['suppressed', 1, later, 2],
      ['complained', 1, later, 0],
    ],
  ],
  [
    'of several recipients an open and a click count once for the email (E12, E46)',
    sent,
    email({ ...sent, outcomes: { '*o': later, '*k': later, '2o': later } }),
    [
      ['opened', 1, later],
      ['clicked', 1, later],
      ['opened', 1, later, 2],
    ],
  ],
  [
    'a rejected email fails for all',
    sent,
    email({ ...sent, outcomes: { '*f': later } }),
    [['failed', n, later]],
  ],
  [
    'E2: a refusal by the receiving server is a bounce, and a block is counted for itself, too',
    sent,
    email({ ...sent, outcomes: { '0f': later, '1b': later, '1r': later } }),
    [
      ['bounced', 1, later, 0],
      ['bounced', 1, later, 1],
      ['blocked', 1, later, 1],
    ],
  ],
  [
    'E2: a recipient that was refused does not bounce again',
    email({ ...sent, outcomes: { '0f': 1 } }),
    email({ ...sent, outcomes: { '0f': 1, '0b': later, '1b': later, '1f': later } }),
    [['bounced', 1, later, 1]],
  ],
  [
    'E2, E9: a bounce that is followed by a block or a soft one stays hard',
    email({ ...sent, outcomes: { '0b': 1, '1f': 1 } }),
    email({ ...sent, outcomes: { '0b': 1, '1f': 1, '0r': later, '0t': later, '1b': later, '1r': later } }),
    [],
  ],
  [
    'H22: newsletters use the product stream, and at their dispatch',
    email({ ...scheduled, category: 'newsletter' }),
    email({ ...queued, category: 'newsletter' }),
    [
      ['scheduled', -n, created],
      ['queued', n, created],
      ['plan_used', n, later],
      ['product_used', n, later],
    ],
  ],
  [
    'an outcome that comes before our own note of the sending',
    sending,
    email({ ...sending, sent_at: sent.sent_at, outcomes: { '0d': later } }),
    [
      ['queued', -n, created],
      ['sent', n, sent_at],
      ['delivered', 1, later, 0],
    ],
  ],
])('%s [A5]', (_, before, after, expected) => {
  expect(counts(before, after).sort()).toEqual(expected.sort());
});

test('what the sandbox sender sends is not of the plan [A40]', () => {
  expect(counts(null, queued, true)).toContainEqual(['sandbox_used', n, created]);
  expect(counts(null, queued, true).map(([counter]) => counter)).not.toContain('plan_used');
});

test('whatever way an email takes, its changes together count each fact once and leave nothing waiting that does not [A5]', () => {
  const next: Record<string, EmailMeta['state'][]> = {
    scheduled: ['queued', 'cancelled', 'failed'],
    queued: ['sending', 'failed'],
    sending: ['queued', 'sent', 'failed'],
  };
  const way = fc.record({
    first: fc.constantFrom<EmailMeta['state']>('queued', 'scheduled'),
    choices: fc.array(fc.nat(), { maxLength: 8 }),
    outcomes: fc.array(
      fc.constantFrom('0d', '1d', '1b', '1bt', '1br', '1f', '2b', '2br', '2f', '0c', '0o', '2y'),
      {
        maxLength: 10,
      },
    ),
  });
  fc.assert(
    fc.property(way, ({ first, choices, outcomes }) => {
      const states = [email({ state: first })];
      for (const choice of choices) {
        const before = states.at(-1) as EmailMeta;
        const possible = next[before.state];
        if (possible === undefined) break;
        const state = possible[choice % possible.length] as EmailMeta['state'];
        const ended =
          { sent: { sent_at: sent.sent_at }, failed: failed('upstream_error') }[state as 'sent'] ?? {};
        states.push({ ...before, ...ended, state });
      }
      if (states.at(-1)?.state === 'sent')
        for (const [position = '', ...reported] of outcomes) {
          const before = states.at(-1) as EmailMeta;
          const told = Object.fromEntries(reported.map((letter) => [`${position}${letter}`, later]));
          states.push({ ...before, outcomes: { ...told, ...before.outcomes } });
        }
      const sums: Record<string, number> = {};
      for (const [i, after] of states.entries())
        for (const { counter, n: number } of countsOfChange(
          { before: states[i - 1] ?? null, after, changed_at: later },
          { sandbox: false },
        ))
          sums[counter] = (sums[counter] ?? 0) + number;
      const last = states.at(-1) as EmailMeta;
      const has = (...letters: string[]) =>
        new Set(Object.keys(last.outcomes).flatMap((key) => (letters.includes(key[1] ?? '') ? [key[0]] : [])))
          .size;
      expect(sums).toMatchObject({ accepted: n });
      expect(sums.scheduled ?? 0).toBe(last.state === 'scheduled' ? n : 0);
      expect(sums.queued ?? 0).toBe(['queued', 'sending'].includes(last.state) ? n : 0);
      expect(sums.sent ?? 0).toBe(last.state === 'sent' ? n : 0);
      expect(sums.failed ?? 0).toBe(last.state === 'failed' ? n : 0);
      expect([sums.delivered ?? 0, sums.bounced ?? 0]).toEqual([has('d'), has('b', 'f')]);
      // The first report of a recipient says of what kind its bounce is (E9).
      const bounces = ['1', '2'].map((position) =>
        outcomes.find((outcome) => outcome[0] === position && /[bf]/.test(outcome)),
      );
      const are = (kind: string) =>
        last.state === 'sent' ? bounces.filter((outcome) => outcome?.endsWith(kind)).length : 0;
      expect([sums.soft_bounced ?? 0, sums.blocked ?? 0]).toEqual([are('t'), are('r')]);
    }),
  );
});

test.each([
  ['ann@gmail.com', 'gmail.com'],
  ['ann@GoogleMail.com', 'gmail.com'],
  ['ann@hotmail.co.uk', 'outlook.com'],
  ['ann@yahoo.fr', 'yahoo.com'],
  ['ann@gmx.net', 'gmx'],
  ['ann@me.com', 'icloud.com'],
  ['ann@constructor', 'other'],
  ['ann@acme.example', 'other'],
  ['', 'other'],
])('%s is of %s [A52]', (address, provider) => {
  expect(providerOf(address)).toBe(provider);
});

const day = '2026-12-15';
const accepted = Date.parse(`${day}T12:00:00.000Z`);

test('deliveries are counted by provider and time in the days of account and tenant [H39]', async () => {
  const { ctx } = captured();
  const { account } = await freshAccount(ctx, { domain: false });
  const tenant = await newTenant(ctx, account.id);
  let sequence = 1;
  /** An email to this address, delivered or bounced this long after it was accepted. */
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
