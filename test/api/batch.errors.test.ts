import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { type Answer, freshAccount, inProcess, keyWith, testContext } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { environment } from '../support/environment.ts';
import { suppressionOf } from '../support/records.ts';
import { sweepOf } from '../support/sweep.ts';

const ctx = testContext();

type Failure = { code: string; status: number; details?: { issues?: { path: string; rule: string }[] } };
type Result = { index: number; id: string | null; status: string; error?: Failure };
const dataOf = (answer: Answer) => answer.body.data as Result[];

async function setUp(options: Parameters<typeof freshAccount>[1] = {}) {
  const fresh = await freshAccount(ctx, options);
  const call = inProcess(ctx, emailRoutes, fresh.api_key);
  const item = { from: `shop@${fresh.domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  const post = (emails: unknown, headers: Record<string, string> = {}) =>
    call('POST', '/emails/batch', { body: { emails }, headers });
  return { ...fresh, call, item, post };
}

const suppressed = (email: string) => suppressionOf(ctx, email);

describe('the whole answer is 400 for `emails` itself [H15, Q25]', () => {
  const one = { from: 'a@x.example', to: 'b@x.example', subject: 's', text: 't' };
  test.each([
    ['absent', undefined, 'required'],
    ['null', null, 'required'],
    ['empty', [], 'length'],
    ['no array', one, 'type'],
    ['over 100', Array(101).fill(one), 'length'],
  ])('%s', async (_name, emails, rule) => {
    const { call } = await setUp({ domain: false });
    const { status, body } = await call('POST', '/emails/batch', { body: { emails } });
    expect([status, body.error?.code]).toEqual([400, 'validation_error']);
    expect(body.error?.details?.issues).toEqual([expect.objectContaining({ path: 'emails', rule })]);
  });
});

describe('everything else is the item’s own, with paths relative to it [Q25]', () => {
  const cases: [string, (item: Record<string, unknown>) => unknown, string, string][] = [
    ['no object', () => 'x', '', 'type'],
    ['null', () => null, '', 'type'],
    ['an array', () => [], '', 'type'],
    ['an address in a list', (item) => ({ ...item, to: ['a@x.example', 'nope'] }), 'to[1]', 'format'],
    [
      'attachments',
      (item) => ({ ...item, attachments: [{ name: 'a.txt', data: 'aGk=' }] }),
      'attachments',
      'conflict',
    ],
  ];
  test.each(cases)('%s', async (_name, change, path, rule) => {
    const { item, post } = await setUp();
    const answer = await post([item, change(item), { ...item, text: 'with\nline break' }]);
    expect(answer.status).toBe(200);
    const [before, failed, after] = dataOf(answer);
    expect([before?.status, after?.status]).toEqual(['sent', 'sent']);
    expect(before).not.toHaveProperty('error');
    expect(failed).toMatchObject({
      index: 1,
      id: null,
      status: 'failed',
      error: {
        code: 'validation_error',
        status: 400,
        message: expect.any(String),
        docs_url: expect.any(String),
      },
    });
    expect(failed?.error?.details?.issues?.map((issue) => [issue.path, issue.rule])).toContainEqual([
      path,
      rule,
    ]);
  });
});

test('a key limited to domains is refused per item [A33]', async () => {
  const { account, domain, item } = await setUp();
  const secret = await keyWith(ctx, account.id, ['full'], { allowed_domains: [domain] });
  const call = inProcess(ctx, emailRoutes, secret);
  const answer = await call('POST', '/emails/batch', {
    body: { emails: [{ ...item, from: `a@${ctx.settings.sandbox_domain}` }, item] },
  });
  expect(dataOf(answer).map(({ error }) => error?.code)).toEqual(['domain_not_allowed', undefined]);
});

test('email.suppressed of a batch that the sweep finishes is the same event again, marked as a repeat [E8]', async () => {
  const world = await capturedAccount();
  const { ctx, account, api_key, call, email, webhooks, down, clock } = world;
  const hooks = inProcess(ctx, webhookRoutes, api_key);
  await hooks('POST', '/webhooks', {
    body: { url: 'https://hooks.example.com/x', events: ['email.suppressed'] },
  });
  await ctx.suppressions.raise({ account: account.id, tenant: null }, suppressed(email.to));
  down.queue = true;
  const emails = [email, { ...email, to: 'ok@x.example' }];
  expect((await call('POST', '/emails/batch', { body: { emails } })).status).toBe(200);
  down.queue = false;
  clock.advance(3 * 60_000);
  const isMine = async (id: string) =>
    id.startsWith('bat_') && (await ctx.batches.read(id as Id<'bat'>))?.batch.account === account.id;
  await sweepOf(ctx, isMine);
  const [first, again] = webhooks as Extract<(typeof webhooks)[number], { kind: 'delivery' }>[];
  expect(webhooks).toHaveLength(2);
  expect({ first: first?.repeat, again: again?.repeat }).toEqual({ first: false, again: true });
  expect([again?.delivery_id, again?.payload]).toEqual([first?.delivery_id, first?.payload]);
});

test('another body, order or endpoint under the same key is 409 different_body [rule 9]', async () => {
  const { call, item, post } = await setUp();
  const headers = { 'idempotency-key': 'taken' };
  const other = { ...item, subject: 'Other' };
  expect((await post([item, other], headers)).status).toBe(200);
  const attempts = [await post([other, item], headers), await post([item], headers)];
  attempts.push(await call('POST', '/emails', { body: item, headers }));
  for (const { status, body } of attempts) {
    expect([status, body.error?.code, body.error?.details]).toEqual([
      409,
      'idempotency_conflict',
      { reason: 'different_body' },
    ]);
  }
});

/** Removes the refusals that are too large for an item of the table, as their expiry does. */
async function removeRefusals(account: string): Promise<void> {
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '', BODY_BUCKET: Bucket } = environment();
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true });
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: `refusals/${account}/` }),
  );
  expect(Contents).toHaveLength(1);
  await Promise.all(Contents.map(({ Key }) => s3.send(new DeleteObjectCommand({ Bucket, Key }))));
  s3.destroy();
}

test('refusals too large for an item are replayed as well; where they are gone, no item counts as accepted [H10]', async () => {
  const { account, item, post } = await setUp();
  const name = () => `X-${ctx.runtime.secret(60, 'base62')}`;
  const faulty = () => Object.fromEntries(Array.from({ length: 20 }, () => [name(), 'a\0b']));
  const items = [item, ...Array.from({ length: 99 }, () => ({ ...item, headers: faulty() }))];
  const headers = { 'idempotency-key': 'many faults' };
  const first = await post(items, headers);
  expect(dataOf(first).filter(({ status }) => status === 'failed')).toHaveLength(99);
  expect(dataOf(first)[99]?.error?.details?.issues).toHaveLength(20);
  const replay = await post(items, headers);
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect(replay.body).toEqual(first.body);
  await removeRefusals(account.id);
  const late = await post(items, headers);
  expect([late.status, late.body.error?.code]).toEqual([500, 'internal_error']);
});
