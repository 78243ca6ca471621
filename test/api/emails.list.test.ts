import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import type { Email } from '../../shared/core/records/emails.ts';
import { sentEmail } from '../domain/feedback/sent-email.ts';
import { inProcess, keyWith, newTenant } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { idOf } from '../support/ids.ts';
import { recordOutcome } from '../support/outcomes.ts';

type World = Awaited<ReturnType<typeof capturedAccount>>;
type Page = { emails: { id: string }[]; has_more: boolean; next_cursor: string | null };

/** Every page of a query, as a client reads them. */
async function all({ call }: World, query: string) {
  const ids: string[] = [];
  let pages = 0;
  for (let cursor = ''; ; pages++) {
    const { status, body } = await call('GET', `/emails?${query}${cursor}`);
    if (status !== 200) throw new Error(`GET /emails?${query} answered ${status}: ${JSON.stringify(body)}`);
    const page = body as unknown as Page;
    ids.push(...page.emails.map(({ id }) => id));
    if (!page.has_more) return { ids, pages: pages + 1 };
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/** Six emails of many kinds, one second apart. */
async function mixed() {
  const world = await capturedAccount();
  const { send, clock, deliver, account, call, ahead, email } = world;
  const made: Record<string, string> = {};
  const make = async (name: string, change: Record<string, unknown> = {}) => {
    made[name] = await send(change);
    clock.advance(1000);
  };
  await make('plain');
  await make('copied', { to: 'x@y.example', cc: 'Ada <ADA@x.example>' });
  await make('hidden', { to: 'x@y.example', bcc: ['ada+label@x.example'] });
  await make('tagged', { tags: { kind: 'reset', 'a:b': 'c' } });
  await make('other', { from: `Other <OTHER@${email.from.split('@')[1]}>`, tags: { kind: 'welcome' } });
  await make('cancelled', { scheduled_at: ahead(3600) });
  await call('PATCH', `/emails/${made.cancelled}`, { body: { cancel: true } });
  await deliver({ id: idOf('msg', made.plain), account: account.id });
  const names = (ids: string[]) => ids.map((id) => Object.keys(made).find((name) => made[name] === id));
  const found = async (query: string) => names((await all(world, query)).ids);
  return { ...world, made, found };
}

test('each filter finds its emails, newest first; all given must hold [H11, Q14, Q34]', async () => {
  const { found, email } = await mixed();
  const domain = email.from.split('@')[1];
  const cases: [query: string, names: string[]][] = [
    ['status=sent', ['plain']],
    ['status=cancelled', ['cancelled']],
    ['status=queued', ['other', 'tagged', 'hidden', 'copied']],
    ['to=ada@x.example', ['cancelled', 'other', 'tagged', 'copied', 'plain']],
    // Q31: unencoded, the plus arrives as a space.
    ['to=ada+label@x.example', ['hidden']],
    ['to=ada%2Blabel@x.example', ['hidden']],
    [`from=other@${domain}`, ['other']],
    // A name of the greatest length, as the dashboard links to it.
    [`from=${'n'.repeat(200)}%20<other@${domain}>`, ['other']],
    ['tag=kind', ['other', 'tagged']],
    ['tag=kind:reset', ['tagged']],
    ['tag=a:b', ['tagged']],
    ['tag=a:b:c', ['tagged']],
    ['tag=kin', []],
    ['tag=kind&status=queued&to=ada@x.example&tag2=x', ['other', 'tagged']],
    ['status=delivered', []],
  ];
  for (const [query, names] of cases) expect([query, await found(query)]).toEqual([query, names]);
});

test('category, template by its alias or id, subject by its beginning [H11, Q62]', async () => {
  const world = await capturedAccount();
  const { send, ctx, api_key } = world;
  const template = { name: 'W', alias: 'welcome', subject: 'Good day', text: 'Hi', publish: true };
  const made = await inProcess(ctx, templateRoutes, api_key)('POST', '/templates', { body: template });
  const { id } = made.body.template as { id: string };
  const plain = await send();
  const news = await send({
    category: 'newsletter',
    unsubscribe: true,
    subject: 'Leave {{unsubscribe_url}} now',
  });
  const filled = await send({ template: { id: 'welcome' }, subject: undefined, text: undefined });
  const cases: [query: string, ids: string[]][] = [
    ['category=newsletter', [news]],
    ['category=transactional&limit=1', [filled, plain]],
    ['category=product', []],
    ['template=welcome', [filled]],
    ['template=welcom', []],
    // Q62: by id as well; one that is not there finds nothing.
    [`template=${id}`, [filled]],
    [`template=${ctx.runtime.id('tpl')}`, []],
    ['subject=Hell', [plain]],
    ['subject=hell', []],
    // As callers see it: the placeholder, never the marker that is stored.
    ['subject=Leave%20{{unsubscribe_url}}', [news]],
    ['subject=Good&category=transactional', [filled]],
  ];
  for (const [query, ids] of cases) expect([query, (await all(world, query)).ids]).toEqual([query, ids]);
});

test('by its id a template finds no email of one that had its alias before [Q62]', async () => {
  const world = await capturedAccount();
  const { send, clock, call, ctx, api_key } = world;
  const templates = inProcess(ctx, templateRoutes, api_key);
  const made: string[] = [];
  const sent: string[] = [];
  for (const i of [0, 1]) {
    const body = { name: 'W', alias: 'welcome', subject: 'Hi', text: 'Hi', publish: true };
    const answer = await templates('POST', '/templates', { body });
    made.push((answer.body.template as { id: string }).id);
    // The first email in the millisecond of its template.
    for (const _ of [0, 1]) {
      sent.push(await send({ template: { id: 'welcome' }, subject: undefined, text: undefined }));
      clock.advance(1000);
    }
    if (i === 0) await templates('DELETE', '/templates/welcome');
  }
  const [a = '', b = '', c = '', d = ''] = sent;
  const at = async (id: string) => (await call('GET', `/emails/${id}`)).body.email as { created_at: string };
  const last = (await at(d)).created_at;
  const first = (await at(a)).created_at;
  const cases: [query: string, ids: string[]][] = [
    ['template=welcome', [d, c, b, a]],
    [`template=${made[0]}`, []],
    [`template=${made[1]}`, [d, c]],
    [`template=${made[1]}&limit=1`, [d, c]],
    [`template=${made[1]}&since=${last}`, [d]],
    [`template=${made[1]}&since=${first}&until=${last}`, [c]],
    [`template=${made[1]}&until=${first}`, []],
  ];
  for (const [query, ids] of cases) expect([query, (await all(world, query)).ids]).toEqual([query, ids]);
});

test('last_event finds an email when one of its recipients has reached one of its names [D86]', async () => {
  const world = await capturedAccount();
  const { ctx, account, send, clock, call, ahead } = world;
  const made: Record<string, string> = {};
  const outcomes = {
    complained: { to: 'a@x.example', keys: ['0d', '0k', '0c'] },
    one_bounced: { to: ['a@x.example', 'b@x.example'], keys: ['0d', '1b'] },
    opened: { to: 'a@x.example', keys: ['0y', '0d', '0o'] },
    held: { to: 'a@x.example', keys: ['0x'] },
    left: { to: 'a@x.example', keys: ['0u'] },
  };
  for (const [name, { to, keys }] of Object.entries(outcomes)) {
    const { id } = await sentEmail(ctx, account.id, { to: [to].flat() });
    made[name] = id;
    for (const key of keys) {
      const [position, letter] = [Number(key[0]), key.slice(1)];
      const event = { type: 'email.delivered', position, letter, data: {} } as const;
      await recordOutcome(ctx, { account: account.id, email_id: id, ...event });
    }
    clock.advance(1000);
  }
  made.scheduled = await send({ scheduled_at: ahead(3600) });
  clock.advance(1000);
  made.cancelled = await send({ scheduled_at: ahead(3600) });
  await call('PATCH', `/emails/${made.cancelled}`, { body: { cancel: true } });
  clock.advance(1000);
  made.queued = await send();
  const cases: [last_event: string, names: string[]][] = [
    ['complained', ['complained']],
    ['clicked', ['complained']],
    ['delivered', ['opened', 'one_bounced', 'complained']],
    ['bounced', ['one_bounced']],
    ['delivery_delayed', ['opened']],
    ['suppressed', ['held']],
    ['unsubscribed', ['left']],
    ['sent', ['left', 'held', 'opened', 'one_bounced', 'complained']],
    ['scheduled', ['scheduled']],
    ['cancelled', ['cancelled']],
    ['queued', ['queued']],
    ['failed', []],
    ['opened,complained', ['opened', 'complained']],
    ['opened,%20complained&status=delivered&limit=1', ['opened', 'complained']],
  ];
  const names = (ids: string[]) => ids.map((id) => Object.keys(made).find((name) => made[name] === id));
  for (const [query, wanted] of cases)
    expect([query, names((await all(world, `last_event=${query}`)).ids)]).toEqual([query, wanted]);
});

test('an unknown name is 400 with the names that there are [D86]', async () => {
  const { call } = await capturedAccount();
  const { status, body } = await call('GET', '/emails?last_event=opened,email.clicked');
  const message =
    'last_event: unknown name "email.clicked"; must be one of queued, scheduled, sent, delivered, delivery_delayed, opened, clicked, bounced, complained, failed, suppressed, cancelled, unsubscribed';
  expect([status, body.error?.details?.issues]).toEqual([
    400,
    [{ path: 'last_event', rule: 'enum', message }],
  ]);
});

test('since is inclusive, until exclusive, on created_at [Q14]', async () => {
  const { found, get, made } = await mixed();
  const at = async (name: string) => (await get(made[name] ?? '')).created_at as string;
  const since = await at('hidden');
  const until = await at('other');
  expect(await found(`since=${since}`)).toEqual(['cancelled', 'other', 'tagged', 'hidden']);
  expect(await found(`until=${until}`)).toEqual(['tagged', 'hidden', 'copied', 'plain']);
  expect(await found(`since=${since}&until=${until}&limit=1`)).toEqual(['tagged', 'hidden']);
  expect(await found(`since=${until}&until=${since}`)).toEqual([]);
  const local = new Date(Date.parse(since) + 7_200_000).toISOString().replace('Z', '+02:00');
  expect(await found(`since=${local}`)).toEqual(['cancelled', 'other', 'tagged', 'hidden']);
});

test("a tenant-limited key lists its own tenant's emails only [Authentication 3]", async () => {
  const { ctx, account, send, api_key } = await capturedAccount();
  const [{ id: tenant }, { id: other }] = [
    await newTenant(ctx, account.id),
    await newTenant(ctx, account.id),
  ];
  const own: string[] = [];
  for (const whose of [tenant, other, tenant])
    own.push((await sentEmail(ctx, account.id, { tenant: whose })).id);
  await send();
  const secret = await keyWith(ctx, account.id, ['full'], { tenant });
  const theirs = inProcess(ctx, emailRoutes, secret);
  const ids = async (query: string) =>
    ((await theirs('GET', `/emails?${query}`)).body as unknown as Page).emails.map(({ id }) => id);
  expect(await ids('')).toEqual([own[2], own[0]]);
  expect(await ids('status=sent&since=2026-01-01T00:00:00Z')).toEqual([own[2], own[0]]);
  expect((await theirs('GET', `/emails/${own[1]}`)).status).toBe(404);
  expect(await ids('last_event=sent,queued')).toEqual([own[2], own[0]]);
  expect(await ids(`message_id=${own[1]}@mailwright`)).toEqual([]);
  const accounts = inProcess(ctx, emailRoutes, api_key);
  const { body } = await accounts('GET', '/emails?last_event=sent&limit=1');
  const cursor = (body as unknown as Page).next_cursor;
  expect((await theirs('GET', `/emails?last_event=sent&limit=1&cursor=${cursor}`)).status).toBe(400);
});

test('a request looks at 1,000 records or for 2 s, and the cursor goes on from there [Q14]', async () => {
  const world = await capturedAccount();
  const { ctx, call, send, clock } = world;
  const rare = await send({ tags: { rare: 'yes' } });
  const record = (await ctx.emails.getMeta(rare)) as Email;
  const reads: number[] = [];
  let total = 2_500;
  // A store of 2,500 emails of which the oldest has the tag: the verb is what is asked here.
  ctx.emails.list = async ({ limit, before }) => {
    const from = before === null ? 0 : Number(before);
    const size = Math.min(limit, total - from);
    reads.push(size);
    const entries = Array.from({ length: size }, (_, i) => {
      const last = from + i === total - 1;
      return { ...record, id: String(from + i + 1) as Email['id'], tags: last ? record.tags : [] };
    });
    return { entries, next: from + size < total ? String(from + size) : null };
  };
  const first = (await call('GET', '/emails?tag=rare&limit=10')).body as unknown as Page;
  expect({ emails: first.emails, has_more: first.has_more, reads: reads.reduce((a, b) => a + b) }).toEqual({
    emails: [],
    has_more: true,
    reads: 1_000,
  });
  expect(await all(world, 'tag=rare&limit=10')).toEqual({ ids: ['2500'], pages: 3 });
  const list = ctx.emails.list;
  ctx.emails.list = async (input) => {
    clock.advance(1_100);
    return list(input);
  };
  total = 10_000;
  reads.length = 0;
  const slow = (await call('GET', '/emails?tag=rare')).body as unknown as Page;
  expect({ emails: slow.emails, has_more: slow.has_more, reads: reads.length }).toEqual({
    emails: [],
    has_more: true,
    reads: 2,
  });
});

test.each([
  ['status=lost', 'status', 'enum'],
  ['status=', 'status', 'enum'],
  ['to=nobody', 'to', 'format'],
  ['from=', 'from', 'format'],
  ['domain=a%20b', 'domain', 'format'],
  ['provider=googlemail.com', 'provider', 'enum'],
  ['tag=', 'tag', 'length'],
  ['subject=', 'subject', 'length'],
  ['template=', 'template', 'length'],
  ['category=marketing', 'category', 'enum'],
  ['last_event=', 'last_event', 'enum'],
  ['last_event=opened,', 'last_event', 'enum'],
  [`last_event=${'opened,'.repeat(100)}opened`, 'last_event', 'length'],
  ['since=yesterday', 'since', 'format'],
  ['until=2026-01-01T00:00:00', 'until', 'format'],
])('GET /emails?%s is 400', async (query, path, rule) => {
  const { call } = await capturedAccount();
  const { status, body } = await call('GET', `/emails?${query}`);
  expect([status, body.error?.details?.issues]).toMatchObject([400, [{ path, rule }]]);
});

test('an unfiltered page is full or the last, whatever expired between its records [Q61]', async () => {
  const world = await capturedAccount();
  const { send, clock, ahead } = world;
  const kept = [];
  // Scheduled ones are kept longer than those that were sent after them.
  for (let i = 0; i < 3; i++) {
    kept.unshift(await send({ scheduled_at: ahead(80 * 86_400) }));
    for (let n = 0; n < 3; n++) await send();
    clock.advance(1000);
  }
  clock.advance(91 * 86_400_000);
  const page = async (query: string) => (await world.call('GET', `/emails?${query}`)).body as unknown as Page;
  const first = await page('limit=2');
  expect({ ids: first.emails.map(({ id }) => id), has_more: first.has_more }).toEqual({
    ids: kept.slice(0, 2),
    has_more: true,
  });
  const rest = await page(`limit=2&cursor=${first.next_cursor}`);
  expect({ ids: rest.emails.map(({ id }) => id), has_more: rest.has_more }).toEqual({
    ids: kept.slice(2),
    has_more: false,
  });
  expect(await page('limit=3')).toMatchObject({ has_more: false, next_cursor: null });
});
