import type { ImportProvider } from '../../shared/core/records/imports.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { importing, killed, migrationOf } from '../support/import-account.ts';
import { serverToken } from '../support/postmark.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

async function setUp<Name extends ImportProvider>(of: Name, plan?: 'free') {
  const world = await importing(of, ['webhooks'], { ...(plan && { plan }) });
  const listed = async () =>
    (await world.call('GET', '/webhooks')).body.webhooks as Record<string, unknown>[];
  return { ...world, listed };
}

test('one endpoint for each url, disabled; its secret is in one answer and nowhere else [M38-M41]', async () => {
  const { provider, start, call, listed, lines } = await setUp('postmark');
  const triggers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { Enabled: true }]));
  provider.webhooks.push(
    { Url: 'https://192.0.43.10/in', MessageStream: 'outbound', Triggers: triggers('Open', 'Odd') },
    {
      Url: 'https://192.0.43.10:443/in',
      MessageStream: 'broadcast',
      Triggers: triggers('Bounce'),
      HttpAuth: { Username: 'hook-user', Password: 'hook-password' },
    },
    { Url: 'https://hook-user:hook-password@192.0.43.10/x', Triggers: triggers('Open') },
    { Url: 'http://192.0.43.10/plain', Triggers: triggers('Open') },
    { Url: 'https://10.0.0.1/private', Triggers: triggers('Open') },
    { Url: 'https://192.0.43.10/odd', Triggers: triggers('Odd') },
  );
  Object.assign(provider.server, {
    BounceHookUrl: 'https://192.0.43.10/old',
    InboundHookUrl: 'https://in.example',
  });
  const first = migrationOf(await start());
  expect(first.webhooks.totals).toEqual({ found: 6, imported: 2, skipped: 1, failed: 3 });
  expect(first.webhooks.items.map(({ url, status, reason }) => [url, status, reason])).toEqual([
    ['https://192.0.43.10/in', 'imported', null],
    ['https://***@192.0.43.10/x', 'failed', 'url_refused'],
    ['http://192.0.43.10/plain', 'failed', 'url_refused'],
    ['https://10.0.0.1/private', 'failed', 'url_refused'],
    ['https://192.0.43.10/odd', 'skipped', 'no_mapped_event'],
    ['https://192.0.43.10/old', 'imported', null],
  ]);
  const [item] = first.webhooks.items;
  expect(item).toMatchObject({
    enabled: false,
    secret: expect.stringMatching(/^whsec_/),
    unmapped_events: ['Odd'],
    events: ['email.bounced', 'email.failed', 'email.opened'],
  });
  expect((await listed()).find(({ id }) => id === item?.webhook_id)).toMatchObject({
    url: 'https://192.0.43.10/in',
    enabled: false,
    disabled_reason: null,
    description: 'Imported from Postmark',
  });
  expect(first.attention.map(({ name, reason }) => [name, reason])).toEqual([
    ['https://192.0.43.10:443/in', 'webhook_auth'],
    ['https://in.example', 'inbound_route'],
    ['https://192.0.43.10/in', 'webhook_events'],
    ['https://192.0.43.10/in', 'webhook_secret'],
    ['https://192.0.43.10/old', 'webhook_secret'],
  ]);
  const kept = await call('GET', `/migrations/${first.id}`);
  expect(migrationOf(kept).webhooks.items.map(({ secret }) => secret)).toEqual(Array(6).fill(null));
  const second = await start();
  expect(migrationOf(second).webhooks.totals).toEqual({ found: 6, imported: 0, skipped: 3, failed: 3 });
  expect(migrationOf(second).webhooks.items[0]).toMatchObject({
    reason: 'already_here',
    message: "created by an earlier import: rotate the secret if you don't have it",
    webhook_id: item?.webhook_id,
    secret: null,
  });
  // One that is in use has its secret.
  await call('PATCH', `/webhooks/${item?.webhook_id}`, { body: { enabled: true } });
  const preview = migrationOf(await start({ dry_run: true }));
  expect(preview.webhooks.items[0]).toMatchObject({ reason: 'already_here', message: null });
  const report = await call('GET', `/migrations/${first.id}/report`);
  for (const text of [kept.text, second.text, report.text, ...lines]) {
    expect(text).not.toContain('hook-password');
    expect(text).not.toContain('hook-user');
    expect(text).not.toContain(item?.secret);
    expect(text).not.toContain(serverToken);
  }
});

test('over the plan the rest fails, in a preview as in the import [M28, M39]', async () => {
  const { provider, start, listed } = await setUp('sendgrid', 'free');
  provider.webhooks.push(
    ...Array.from({ length: 12 }, (_, i) => ({
      url: `https://192.0.43.10/${i}`,
      enabled: i % 2 === 0,
      open: true,
    })),
    { friendly_name: 'without url', open: true },
  );
  const of = ({ webhooks }: MigrationRecord) => webhooks.items.map(({ status, reason }) => reason ?? status);
  const preview = migrationOf(await start({ dry_run: true }));
  expect(
    preview.webhooks.items.every(({ webhook_id, secret }) => webhook_id === null && secret === null),
  ).toBe(true);
  expect(await listed()).toEqual([]);
  const done = migrationOf(await start());
  expect(of(preview).filter((one) => one === 'would_import').length).toBe((await listed()).length);
  expect(of(done)).toEqual(of(preview).map((one) => (one === 'would_import' ? 'imported' : one)));
  expect(of(done)).toContain('plan_limit');
});

test('an account of SendGrid that knows the old path alone, and parse settings that are not for this key', async () => {
  const { provider, start } = await setUp('sendgrid');
  provider.faults.push({ when: /settings\/all/, reply: { status: 404, body: {} } });
  const old = { enabled: true, url: 'https://192.0.43.10/old', click: true, bounce: false, is_signed: true };
  provider.routes['/v3/user/webhooks/event/settings'] = ({ path }) =>
    path.endsWith('/settings') ? { status: 200, body: old } : { status: 404 };
  provider.routes['/v3/user/webhooks/parse'] = () => ({
    status: 200,
    body: { result: [{ hostname: 'in.a.example' }] },
  });
  expect(migrationOf(await start())).toMatchObject({
    status: 'completed',
    errors: [],
    attention: [{ name: 'in.a.example', reason: 'inbound_route' }, { reason: 'webhook_secret' }],
    webhooks: { items: [{ events: ['email.clicked'], unmapped_events: [] }] },
  });
});

test('Mailgun over all domains; read in one request, made in others, the killed one is counted [M17, M38, M39]', async () => {
  const { provider, start, clock, ctx, listed, call } = await setUp('mailgun');
  provider.domains.push({ name: 'a.example', type: 'custom', state: 'active' });
  provider.domains.push({ name: 'b.example', type: 'custom', state: 'active' });
  const [one, two] = ['https://192.0.43.10/1', 'https://192.0.43.10/2'];
  provider.webhooks['a.example'] = { delivered: { urls: [one, two] }, opened: null, bounce: { url: one } };
  provider.webhooks['b.example'] = { unsubscribed: { urls: [one] }, later: { urls: [two] } };
  provider.accountHooks.rows = [{ url: one, event_types: ['accepted'] }];
  provider.hooks.before = (path) => {
    if (path.includes('webhooks')) clock.advance(26_000);
  };
  let last = migrationOf(await start());
  const { id } = last;
  const { create } = ctx.webhooks;
  let made = 0;
  ctx.webhooks.create = (...input) => (++made > 1 ? killed() : create(...input));
  for (let requests = 0; last.has_more && requests < 20; requests++) {
    const answer = await start({ cursor: last.next_cursor });
    if (answer.status === 500) ctx.webhooks.create = create;
    else last = migrationOf(answer);
  }
  const done = migrationOf(await call('GET', `/migrations/${id}`));
  expect(done.webhooks.items).toMatchObject([
    {
      url: one,
      status: 'imported',
      secret: null,
      message: 'the secret was lost: rotate it',
      events: ['email.sent', 'email.delivered', 'email.bounced', 'email.failed', 'contact.unsubscribed'],
    },
    { url: two, status: 'imported', message: null, events: ['email.delivered'], unmapped_events: ['later'] },
  ]);
  expect(await listed()).toHaveLength(2);
});

test('several imports at once, and endpoints made by hand meanwhile: one for each url [M15, M39]', async () => {
  const { provider, start, listed, ctx, call } = await setUp('mailgun');
  const urls = Array.from({ length: 6 }, (_, i) => `https://192.0.43.10/${i}`);
  provider.accountHooks.rows = urls.map((url) => ({ url, event_types: ['delivered'] }));
  const imports = (await Promise.all([start(), start(), start()])).map(migrationOf);
  expect((await listed()).map(({ url }) => url).sort()).toEqual(urls);
  const items = imports.flatMap(({ webhooks }) => webhooks.items);
  const made = items.filter(({ status }) => status === 'imported');
  expect(made.map(({ url }) => url).sort()).toEqual(urls);
  expect(made.every(({ secret }) => secret !== null)).toBe(true);
  expect(items.filter(({ reason }) => reason === 'already_here')).toHaveLength(2 * 6);

  // Between an import's look at what is here and its write, the same url is made by hand.
  provider.accountHooks.rows = urls.map((url) => ({ url: `${url}/more`, event_types: ['delivered'] }));
  const { create } = ctx.webhooks;
  const byHand = [`${urls[0]}/more`, `${urls[3]}/more`];
  ctx.webhooks.create = async (endpoint, ...rest) => {
    const at = endpoint.import === undefined ? -1 : byHand.indexOf(endpoint.url);
    const [url] = at < 0 ? [] : byHand.splice(at, 1);
    if (url !== undefined) await call('POST', '/webhooks', { body: { url } });
    return create(endpoint, ...rest);
  };
  const { webhooks } = migrationOf(await start());
  expect(webhooks.totals).toEqual({ found: 6, imported: 4, skipped: 2, failed: 0 });
  expect(await listed()).toHaveLength(12);
});

const secretLost = { status: 'imported', secret: null, message: 'the secret was lost: rotate it' };
const both = { resources: ['webhooks', 'templates'] };

test('the secrets of a request that the provider refuses later are lost, and its report says so [M17, M41]', async () => {
  const { provider, start, call, listed } = await setUp('sendgrid');
  provider.webhooks.push({ url: 'https://192.0.43.10/a', enabled: true, open: true });
  provider.faults.push({ when: /templates/, reply: { status: 401, body: {} } });
  expect((await start(both)).status).toBe(400);
  const [made] = (await call('GET', '/migrations')).body.migrations as { id: string }[];
  const kept = migrationOf(await call('GET', `/migrations/${made?.id}`));
  expect(kept.webhooks.items).toEqual([expect.objectContaining(secretLost)]);
  expect((await listed()).map(({ id }) => id)).toEqual([kept.webhooks.items[0]?.webhook_id]);
});

test('a request that cannot make its answer records no secret as shown [M17, M41]', async () => {
  const { provider, start, call, ctx, clock } = await setUp('sendgrid');
  provider.webhooks.push({ url: 'https://192.0.43.10/a', enabled: true, open: true });
  const endAt = (part: string) => {
    provider.hooks.before = (path) => {
      if (path.includes(part)) clock.advance(26_000);
    };
  };
  endAt('scopes');
  const { id, next_cursor: cursor } = migrationOf(await start(both));
  endAt('templates');
  const { seal } = ctx.cursors;
  ctx.cursors.seal = () => Promise.reject(new Error('no key'));
  expect((await start({ ...both, cursor })).status).toBe(500);
  ctx.cursors.seal = seal;
  expect(migrationOf(await start({ ...both, cursor })).webhooks.items).toMatchObject([secretLost]);
  const kept = migrationOf(await call('GET', `/migrations/${id}`));
  expect(kept.webhooks.items).toMatchObject([secretLost]);
});
