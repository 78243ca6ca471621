import fc from 'fast-check';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Category } from '../../shared/core/records/emails.ts';
import type { OptOutCategory, SuppressionReason } from '../../shared/core/records/lists.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import { type ApiError, inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';

type World = Awaited<ReturnType<typeof capturedAccount>>;
type Person = { reason: SuppressionReason | null; left: OptOutCategory[] };

const categories: Category[] = ['transactional', 'product', 'newsletter'];
const optOuts: OptOutCategory[] = ['product', 'newsletter'];
const reasons: (SuppressionReason | null)[] = [null, null, 'bounce', 'complaint', 'unsubscribe', 'manual'];

/** Every combination of suppression and opt-outs once: `p<i>@bücher.example`. */
const people: Person[] = reasons
  .slice(1)
  .flatMap((reason) =>
    [[], ['product'], ['newsletter'], optOuts].map((left) => ({ reason, left }) as Person),
  );
const addressOf = (i: number) => `p${i}@xn--bcher-kva.example`;

/** The spellings that a sender may give an address (C8). */
const spellings = [
  (i: number) => `p${i}@bücher.example`,
  (i: number) => `P${i}@BÜCHER.example`,
  (i: number) => `"P ${i}, Esq." <p${i}@xn--bcher-kva.example>`,
  (i: number) => `"p${i}"@bücher.example`,
];

async function listed({ ctx, account }: World) {
  const list = { account: account.id, tenant: null };
  const made = { email_id: null, tenant: null, created_at: timestamp(ctx.runtime.now()) };
  const ids = new Map<string, string>();
  for (const [i, { reason, left }] of people.entries()) {
    const email = addressOf(i);
    for (const category of left) {
      const id = ctx.runtime.id('opt');
      await ctx.opt_outs.create(list, { ...made, id, email, category, source: 'link' });
    }
    if (reason === null) continue;
    const entry = { ...made, id: ctx.runtime.id('sup'), email, reason, source: 'event', note: null } as const;
    ids.set(email, (await ctx.suppressions.raise(list, entry)).id);
  }
  return ids;
}

const recipient = fc.tuple(fc.nat(people.length - 1), fc.nat(spellings.length - 1));
const send = fc.record({
  category: fc.constantFrom(...categories),
  to: fc.array(recipient, { minLength: 1, maxLength: 4 }),
  cc: fc.array(recipient, { maxLength: 3 }),
  bcc: fc.array(recipient, { maxLength: 3 }),
});
type Send = typeof send extends fc.Arbitrary<infer T> ? T : never;

/** Rules 6 and 11 with Q17, in a few lines. */
function expected({ category, to, cc, bcc }: Send) {
  const each = [...new Set([...to, ...cc, ...bcc].map(([i]) => i))];
  const suppressed = each.filter((i) => people[i]?.reason).map(addressOf);
  const opted = each.filter(
    (i) => !people[i]?.reason && people[i]?.left.includes(category as OptOutCategory),
  );
  return {
    ...(suppressed.length > 0 && { suppressed }),
    ...(opted.length > 0 && { category_unsubscribed: opted.map(addressOf), category }),
  };
}

const spelt = (named: [number, number][]) => named.map(([i, how]) => spellings[how]?.(i) ?? '');

test('POST and a batch item refuse the same recipients, in one 422 that names all of them [rules 6, 11, Q17]', async () => {
  const world = await capturedAccount();
  const { ctx, call, email, webhooks } = world;
  const ids = await listed(world);
  ctx.rates = { ...ctx.rates, take: async () => ({ taken: true, tat: 0 }) };
  await inProcess(ctx, webhookRoutes, world.api_key)('POST', '/webhooks', {
    body: { url: 'https://hooks.example.com/' },
  });
  let refused = 0;
  const check = async (asked: Send) => {
    const details = expected(asked);
    const blocked = Object.keys(details).length > 0;
    const { category } = asked;
    const [to, cc, bcc] = [spelt(asked.to), spelt(asked.cc), spelt(asked.bcc)];
    const body = { ...email, category, to, cc, bcc };
    const key = ctx.runtime.id('req');
    const alone = await call('POST', '/emails', { body, headers: { 'idempotency-key': key } });
    const batch = await call('POST', '/emails/batch', {
      body: { emails: [body, { ...email, category, to: 'fine@x.example' }] },
    });
    const [item, other] = batch.body.data as { id: unknown; status: string; error?: ApiError }[];
    expect([batch.status, other?.status]).toEqual([200, 'sent']);
    if (!blocked) return expect([alone.status, item?.status]).toEqual([200, 'sent']);
    refused++;
    const told = { ...details, email_id: expect.stringMatching(/^msg_/) };
    expect([alone.status, alone.body.error]).toMatchObject([422, { code: 'validation_error' }]);
    expect(alone.body.error?.details).toEqual(told);
    expect(item).toMatchObject({ index: 0, id: null, status: 'failed' });
    expect(item?.error).toMatchObject({ code: 'validation_error', status: 422, details: told });
    expect(item?.error).toEqual({
      ...alone.body.error,
      status: 422,
      details: { ...alone.body.error?.details, email_id: expect.any(String) },
    });
    for (const error of [alone.body.error, item?.error])
      await leavesItsRecord(String(error?.details?.email_id), details);
  };
  const leavesItsRecord = async (id: string, details: ReturnType<typeof expected>) => {
    const failure_reason = details.suppressed ? 'suppressed' : 'category_unsubscribed';
    const record = await world.get(id);
    expect(record).toMatchObject({ status: 'failed', last_event: 'suppressed', failure_reason });
    expect((await call('POST', `/emails/${id}/resend`)).body.error?.code).toBe('content_expired');
    const { body } = await call('GET', `/emails/${id}/events`);
    const [event, ...others] = body.events as { id: string; type: string; data: object }[];
    expect([event?.type, others]).toEqual(['email.suppressed', []]);
    const suppressed = [
      ...(details.suppressed ?? []).map((address) => ({
        email: address,
        reason: people[Number(/\d+/.exec(address)?.[0])]?.reason,
        scope: 'account',
        suppression_id: ids.get(address),
      })),
      ...(details.category_unsubscribed ?? []).map((address) => ({
        email: address,
        reason: 'unsubscribe',
        scope: 'category',
        suppression_id: null,
      })),
    ];
    expect(event?.data).toEqual({ suppressed });
    const hooks = webhooks.filter((message) => message.event_id === event?.id);
    const payload = JSON.parse(String((hooks[0] as { payload: string }).payload));
    expect(payload).toMatchObject({
      type: 'email.suppressed',
      data: { email_id: id, status: 'failed', suppressed },
    });
    expect(payload.data).not.toHaveProperty('recipient');
  };
  await fc.assert(fc.asyncProperty(send, check), { numRuns: 25 });
  expect(refused).toBeGreaterThan(10);
});

test('a resend is refused as a first send would be [rule 6, H14]', async () => {
  const world = await capturedAccount();
  const { call, account, deliver, email } = world;
  const sends = fc.sample(send, { numRuns: 12, seed: 7 });
  const originals: [string, Send][] = [];
  for (const asked of sends) {
    const { category } = asked;
    const id = await world.send({
      category,
      to: spelt(asked.to),
      cc: spelt(asked.cc),
      bcc: spelt(asked.bcc),
    });
    await deliver({ id, account: account.id });
    originals.push([id, asked]);
  }
  await listed(world);
  let refused = 0;
  for (const [id, asked] of originals) {
    const details = expected(asked);
    const again = await call('POST', `/emails/${id}/resend`);
    if (Object.keys(details).length === 0) {
      expect(again.status).toBe(200);
      continue;
    }
    refused++;
    expect([again.status, again.body.error?.code]).toEqual([422, 'validation_error']);
    const { email_id, ...told } = again.body.error?.details ?? {};
    expect(told).toEqual(details);
    const record = await world.get(String(email_id));
    expect(record).toMatchObject({
      source: 'resend',
      resent_from: id,
      subject: email.subject,
      status: 'failed',
    });
  }
  expect(refused).toBeGreaterThan(6);
});
