import { createHash } from 'node:crypto';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { domainRoutes } from '../../functions/domains/routes.ts';
import { importRoutes } from '../../functions/imports/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { decompress } from '../../shared/core/compress.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { objectsOf } from '../compat/table.ts';
import { type Answer, freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { environment } from '../support/environment.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { collectLog } from '../support/log.ts';
import { accountToken, fakePostmark, serverToken } from '../support/postmark.ts';
import { stopReceivers } from '../support/receiver.ts';
import { withProvider } from '../support/stand-in.ts';

afterAll(stopReceivers);

/** Every boundary with IMPORT_KILLS=1, which prints them; else one of so many. */
const every = process.env.IMPORT_KILLS === undefined ? 9 : Number(process.env.IMPORT_KILLS);
const all = process.env.IMPORT_KILLS !== undefined;

const migrationOf = ({ body }: Answer) => body.migration as MigrationRecord;
const body = { provider: 'postmark', api_key: serverToken, account_api_key: accountToken };
const resources = ['domains', 'webhooks', 'suppressions'];

const row = (name: string, reason: string, Origin = 'Recipient') => ({
  ...{ EmailAddress: `${name}@gone.example`, SuppressionReason: reason, Origin },
  CreatedAt: '2024-12-17T08:58:33-05:00',
});

const provider = fakePostmark();

async function fill() {
  const { domains, webhooks, suppressions, server } = await provider;
  domains.splice(0);
  webhooks.splice(0);
  webhooks.push(
    { Url: 'https://192.0.43.10/one', Triggers: { Open: { Enabled: true }, Odd: { Enabled: true } } },
    {
      ...{ Url: 'https://hook-user:hook-password@192.0.43.10/two', Triggers: { Click: { Enabled: true } } },
      HttpAuth: { Username: 'hook-user', Password: 'hook-password' },
    },
  );
  Object.assign(server, { BounceHookUrl: 'https://192.0.43.10/two' });
  suppressions.outbound = [
    ...[row('a', 'HardBounce'), row('b', 'ManualSuppression'), row('c', 'ManualSuppression', 'Customer')],
    row('d', 'Tomorrow'),
  ];
  suppressions.broadcast = [row('a', 'SpamComplaint'), row('b', 'ManualSuppression')];
  return provider;
}

/** The ports through which a request calls or writes; a request that is killed does nothing more. */
const ports = {
  providers: ['get', 'stream'],
  imports: ['lease', 'record', 'release'],
  import_rows: ['put', 'get', 'remove'],
  suppressions: ['readStates', 'addImported'],
  opt_outs: ['addImported'],
  domains: ['read', 'create'],
  domain_tasks: ['enqueue'],
  webhooks: ['all', 'create'],
} as const;

/** A context whose request dies before or after its n-th boundary; `seen` are those that it passed. */
function dyingAt(ctx: Context, at: number) {
  const seen: string[] = [];
  let dead = false;
  const pass = (name: string) => {
    seen.push(name);
    if (seen.length === at) dead = true;
    if (dead) throw new Error('killed');
  };
  const wrapped = Object.entries(ports).map(([port, methods]) => {
    const real = ctx[port as keyof Context] as unknown as Record<string, (...input: unknown[]) => unknown>;
    const own = methods.map((method) => [
      method,
      async (...input: unknown[]) => {
        pass(`before ${port}.${method}`);
        const result = await real[method]?.(...input);
        pass(`after ${port}.${method}`);
        return result;
      },
    ]);
    return [port, { ...real, ...Object.fromEntries(own) }];
  });
  return { ctx: { ...ctx, ...Object.fromEntries(wrapped) } as Context, seen };
}

async function setUp() {
  const stand = await fill();
  const clock = testClock();
  const { log, lines } = collectLog();
  const ctx: Context = withProvider(testContext({ runtime: clock.runtime, log }), stand.url);
  Object.assign(ctx, { settings: { ...ctx.settings, webhook_targets: 'public' } });
  ctx.domain_tasks = { enqueue: async () => {} };
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  stand.domains.push({
    ID: 1,
    Name: `${account.id.slice(4)}.test`,
    DKIMHost: 'pm._domainkey',
    ReturnPathDomain: 'pm',
  });
  const requestIn =
    (of: Context) =>
    (cursor?: string | null, change: object = {}) =>
      inProcess(of, importRoutes, api_key)('POST', '/migrations', {
        body: { ...body, resources, ...(cursor && { cursor }), ...change },
      });
  const call = inProcess(ctx, [...importRoutes, ...webhookRoutes, ...domainRoutes], api_key);
  /** The first request ends behind its key check, so that there is a cursor. */
  const begin = async () => {
    stand.hooks.before = () => clock.advance(26_000);
    const first = migrationOf(await requestIn(ctx)());
    stand.hooks.before = () => {};
    return first;
  };
  return { stand, clock, ctx, account, requestIn, call, begin, lines };
}

type World = Awaited<ReturnType<typeof setUp>>;

/** What is here at the end, without what differs in each run: ids, moments, names of the account, secrets. */
async function standing({ ctx, account, call }: World, id: string | null) {
  const list = { account: account.id, tenant: null };
  await indexesCaughtUp();
  const { suppressions } = await ctx.suppressions.list(list, { limit: 100, before: null });
  const { opt_outs } = await ctx.opt_outs.list(list, { limit: 100, before: null });
  const migration = migrationOf(await call('GET', `/migrations/${id}`));
  const { body: hooks } = await call('GET', '/webhooks');
  const { body: domains } = await call('GET', '/domains');
  const csv = await call('GET', `/migrations/${id}/report`);
  const lost = 'its secret was lost: rotate it';
  const text = JSON.stringify({
    entries: [...suppressions, ...opt_outs]
      .map((entry) => ({ ...entry, id: '', import: '' }))
      .sort((one, other) => (one.email < other.email ? -1 : 1)),
    migration: {
      ...migration,
      ...{ code_changes: [], agent_prompt: '' },
      webhooks: {
        ...migration.webhooks,
        items: migration.webhooks.items.map((item) => ({ ...item, message: null })),
      },
      domains: {
        ...migration.domains,
        items: migration.domains.items.map(({ name, status }) => ({ name, status })),
      },
    },
    hooks: (hooks.webhooks as { url: string }[])
      .map((one) => ({ ...one, id: '' }))
      .sort((one, other) => (one.url < other.url ? -1 : 1)),
    domains: (domains.domains as { name: string }[]).map(({ name }) => name),
    csv: csv.text.replaceAll(lost, ''),
    spooled: Object.keys(await objectsOf(account.id)).length,
  });
  return text
    .replaceAll(account.id.slice(4), 'ACCOUNT')
    .replace(/(mig|wh|dom)_\w+/g, '$1_')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, (moment) => (moment.startsWith('"2024') ? moment : '"AT"'));
}

test('M17: killed before and after each call and each write, an import comes to the same things and reports', async () => {
  const whole = await setUp();
  const counting = dyingAt(whole.ctx, Number.POSITIVE_INFINITY);
  const first = await whole.begin();
  const done = migrationOf(await whole.requestIn(counting.ctx)(first.next_cursor));
  expect(done).toMatchObject({ status: 'partial', has_more: false, domains: { totals: { imported: 1 } } });
  const wanted = await standing(whole, first.id);
  const boundaries = counting.seen;
  if (all) process.stdout.write(`${boundaries.map((name, i) => `${i + 1} ${name}`).join('\n')}\n`);
  expect(boundaries.length).toBeGreaterThan(60);
  for (let at = 1 + (every >> 1); at <= boundaries.length; at += every) {
    const world = await setUp();
    const begun = await world.begin();
    const dying = dyingAt(world.ctx, at);
    const answer = await world.requestIn(dying.ctx)(begun.next_cursor);
    // What is removed at the end is no part of the answer: what stays there goes after a day.
    const removing = boundaries[at - 1]?.endsWith('import_rows.remove') ?? false;
    const recorded = at >= boundaries.indexOf('after imports.record') + 1;
    expect([at, answer.status]).toEqual([at, removing ? 200 : 500]);
    world.clock.advance(60_000);
    const last = migrationOf(await world.requestIn(world.ctx)(begun.next_cursor));
    expect([at, last.status]).toEqual([at, 'partial']);
    const found = await standing(world, begun.id);
    const shown = recorded ? found.replace(/"spooled":\d+/, '"spooled":0') : found;
    expect([at, boundaries[at - 1], shown]).toEqual([at, boundaries[at - 1], wanted]);
  }
}, 600_000);

/** What the table has of an account and its import, everything compressed in the open. */
async function kept(account: string, id: string): Promise<string> {
  const db = new DynamoDBClient({ region: environment().AWS_REGION ?? '' });
  const texts: string[] = [];
  for (let from: Record<string, never> | undefined; ; ) {
    const page = await db.send(
      new ScanCommand({
        TableName: environment().TABLE_NAME ?? '',
        FilterExpression: 'contains(pk, :account) OR contains(pk, :import)',
        ExpressionAttributeValues: { ':account': { S: account }, ':import': { S: id } },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    for (const item of page.Items ?? []) {
      texts.push(JSON.stringify(item));
      if (item.content?.B !== undefined) texts.push(decompress(item.content.B).toString());
    }
    from = page.LastEvaluatedKey as Record<string, never> | undefined;
    if (from === undefined) break;
  }
  for (const text of Object.values(await objectsOf(account)))
    texts.push(decompress(Buffer.from(text, 'base64')).toString());
  return texts.join('\n');
}

const forms = (secret: string): string[] => [
  ...[secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')],
  ...['sha1', 'sha256', 'sha512', 'md5'].flatMap((name) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => createHash(name).update(secret).digest(form)),
  ),
];

test('M13, M32, M40: no key, password or shown secret is in table, bucket, log, cursor, answer or report', async () => {
  const world = await setUp();
  const { stand, clock, requestIn, call, account, begin, lines } = world;
  const first = await begin();
  // Killed, broken, waiting, refused, then to its end.
  await requestIn(dyingAt(world.ctx, 40).ctx)(first.next_cursor);
  clock.advance(60_000);
  stand.faults.push({ when: /outbound/, reply: { status: 429, headers: { 'retry-after': '100' } } });
  const waiting = await requestIn(world.ctx)(first.next_cursor);
  clock.advance(101_000);
  stand.faults.push({
    when: /message-streams|broadcast/,
    reply: { status: 401, body: { Message: serverToken } },
  });
  const refused = await requestIn(world.ctx)(first.next_cursor);
  const last = await requestIn(world.ctx)(first.next_cursor);
  const wrong = await requestIn(world.ctx)(null, { api_key: 'another-key-that-is-wrong' });
  expect([waiting.status, last.status, wrong.status]).toEqual([200, 200, 400]);
  const report = await call('GET', `/migrations/${first.id}/report`);
  const shown = [waiting, refused, last, wrong, report].map(({ text }) => text);
  const everything = [...shown, ...lines, await kept(account.id, String(first.id))].join('\n');
  expect(everything).toContain('gone.example');
  for (const secret of [serverToken, accountToken, 'hook-password', 'another-key-that-is-wrong'])
    for (const form of forms(secret)) expect([form, everything.includes(form)]).toEqual([form, false]);
});
