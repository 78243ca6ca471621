import { eventTypes } from '../../shared/core/records/events.ts';
import type { Delivery } from '../../shared/core/records/webhooks.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { scopes } from '../../shared/domain/keys/scopes.ts';
import { freshAccount, newTenant, testContext } from '../support/api.ts';
import { elementsOf, formOf, markedIn, signIn } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

const pathIn = ({ text }: { text: string }) => /\/webhooks\/wh_[0-9a-z]{26}/.exec(text)?.[0] ?? '';

/** An account with a webhook, the webhook's path, and its stored record. */
async function world(options: Parameters<typeof owner>[1] = {}, fields: Record<string, string> = {}) {
  const { account, browser, own } = await owner(ctx, options);
  const form = { ...own, url: 'https://hooks.acme.test/in', ...fields };
  const made = await browser.post('/webhooks/new', form);
  const path = pathIn(made);
  const stored = async () => {
    const webhook = await ctx.webhooks.get(account.id, (path.split('/')[2] ?? '') as Id<'wh'>);
    if (webhook === null) throw new Error('no webhook');
    return webhook;
  };
  return { account, browser, own, form, made, path, stored };
}

test('the pages disable and delete webhooks', async () => {
  const { browser, own, path } = await world();
  expect((await browser.post(`${path}/disable`, own)).status).toBe(303);
  expect((await browser.get(path)).text).toContain('disabled');
  expect((await browser.post(`${path}/delete`, own)).location).toBe('/webhooks?done=deleted');
  expect((await browser.get(path)).status).toBe(404);
});

test('events and scopes are boxes to check; those that were checked are shown again, and sent [D31]', async () => {
  const { account, browser } = await owner(ctx);
  const checkedIn = (text: string) =>
    elementsOf(text).flatMap(({ attributes: { type, checked, value } }) =>
      type === 'checkbox' && checked !== undefined ? [value] : [],
    );
  const offered = (text: string) =>
    elementsOf(text).filter(({ attributes }) => attributes.type === 'checkbox').length;
  const [hooks, keys] = [await browser.get('/webhooks/new'), await browser.get('/api-keys/new')];
  expect([offered(hooks.text), checkedIn(hooks.text)]).toEqual([eventTypes.length, []]);
  expect([offered(keys.text), checkedIn(keys.text)]).toEqual([
    // One for its domain.
    scopes.length + 1,
    ['emails:send'],
  ]);
  const form = (url: string, events: string[]) => {
    const sent = new FormData();
    for (const [name, value] of Object.entries({ account: account.id, url })) sent.append(name, value);
    for (const event of ['', ...events]) sent.append('events', event);
    return sent;
  };
  const some = ['email.sent', 'email.bounced'];
  const refused = await browser.upload('/webhooks/new', form('nowhere', some));
  expect([refused.status, checkedIn(refused.text)]).toEqual([400, some]);
  const made = await browser.upload('/webhooks/new', form('https://hooks.acme.test/in', some));
  const path = pathIn(made);
  expect(checkedIn((await browser.get(path)).text)).toEqual(some);
  const wrong = await browser.upload(`${path}/save`, form('nowhere', []));
  expect([wrong.status, checkedIn(wrong.text)]).toEqual([400, []]);
  const all = await browser.upload(`${path}/save`, form('https://hooks.acme.test/in', []));
  expect(all.location).toBe(`${path}?done=saved`);
  expect((await ctx.webhooks.get(account.id, (path.split('/')[2] ?? '') as Id<'wh'>))?.events).toBe(null);
});

test('the pages that show a secret show one, ready to copy [D33, D91]', async () => {
  const { browser, own, made, path } = await world();
  const rotated = await browser.post(`${path}/rotate`, own);
  for (const { text } of [made, rotated]) {
    const copied = elementsOf(text).flatMap(({ attributes: one }) => ('data-copy' in one ? [one] : []));
    expect(copied).toEqual([
      expect.objectContaining({ id: 'secret', value: expect.stringMatching(/^whsec_/) }),
    ]);
  }
});

test.each([
  ['public', 'Starts with https://'],
  ['any', 'Starts with https:// or http://'],
] as const)('where webhooks may call %s targets, the form says "%s" [D24]', async (webhook_targets, hint) => {
  const there = testContext();
  there.settings.webhook_targets = webhook_targets;
  const browser = await signIn(there, (await freshAccount(there)).account);
  const { text } = await browser.get('/webhooks/new');
  expect(/id="url-hint">([^<]*)</.exec(text)?.[1]).toBe(hint);
});

test('a sample of one of its events is sent to this webhook only from its page, also to a disabled one [D24, D89]', async () => {
  const { account, browser, own, form, path } = await world({}, { events: 'email.bounced' });
  const otherPath = pathIn(await browser.post('/webhooks/new', form));
  expect(formOf((await browser.get(path)).text, `${path}/test`).fields.event).toBe('email.bounced');
  const sent = await browser.post(`${path}/test`, { ...own, event: 'email.bounced' });
  expect([sent.status, sent.location]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^${path}/deliveries/whd_[0-9a-z]{26}\\?done=tested$`)),
  ]);
  expect((await browser.get(sent.location ?? '')).text).toContain('A test event is on its way.');
  expect((await browser.get(otherPath)).text).not.toMatch(/whd_/);
  expect((await browser.post(`${path}/test`, { ...own, event: 'email.sent' })).status).toBe(409);
  const unknown = await browser.post(`${path}/test`, { ...own, event: 'x' });
  expect([unknown.status, markedIn(unknown.text)]).toEqual([400, ['event']]);
  await browser.post(`${path}/disable`, own);
  expect((await browser.post(`${path}/test`, { ...own, event: 'email.bounced' })).status).toBe(303);
  const foreign = '/webhooks/wh_00000000000000000000000000/test';
  expect((await browser.post(foreign, { ...own, event: 'email.bounced' })).status).toBe(404);
  const support = await signIn(ctx, account, 'support');
  expect((await support.get(path)).text).not.toContain('Send test event');
  expect((await support.post(`${path}/test`, { ...own, event: 'email.bounced' })).status).toBe(403);
});

test('a webhook that is limited to a tenant is tested as that tenant, with events that it can get [D89]', async () => {
  const { account, browser, path, stored } = await world({ plan: 'scale' });
  const { id: tenant } = await newTenant(ctx, account.id);
  const webhook = await stored();
  await ctx.webhooks.update(webhook, { tenants: [tenant], updated_at: webhook.updated_at });
  const [form = ''] = /<form[^>]*\/test"[\s\S]*?<\/form>/.exec((await browser.get(path)).text) ?? [];
  expect(form).toContain('email.sent');
  expect(form).not.toMatch(/tenant\.paused|email\.received|automation\./);
  const sent = await browser.post(`${path}/test`, { account: account.id, event: 'email.sent' });
  expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('?done=tested')]);
});

test('the form that rotates a secret, sent again, makes none and shows none [D33]', async () => {
  const { browser, path, stored } = await world();
  const secretOf = ({ text }: { text: string }) => /whsec_[\w-]+/.exec(text)?.[0];
  const fieldsOfPage = async () =>
    formOf((await browser.get(`${path}/rotate`)).text, `${path}/rotate`).fields as Record<string, string>;
  const fields = await fieldsOfPage();
  const first = await browser.post(`${path}/rotate`, fields);
  const after = await stored();
  expect([first.status, secretOf(first)]).toEqual([200, after.secret]);
  const again = await Promise.all([fields, fields].map((one) => browser.post(`${path}/rotate`, one)));
  expect(again.map((one) => [one.status, secretOf(one)])).toEqual([
    [409, undefined],
    [409, undefined],
  ]);
  expect(await stored()).toEqual(after);
  const another = await fieldsOfPage();
  const both = await Promise.all([another, another].map((one) => browser.post(`${path}/rotate`, one)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stored()).toMatchObject({ previous_secret: after.secret });
});

test('a webhook whose deliveries all fail is shown as failing, in list and page, with its last response and rate', async () => {
  const { account, browser, path, stored } = await world();
  const shown = async (page: string) => (await browser.get(page)).text.replace(/<[^>]+>/g, ' ');
  for (const page of ['/webhooks', path]) expect((await browser.get(page)).text).not.toContain('>failing<');
  expect(await shown(path)).toContain('No completed deliveries');
  const webhook = await stored();
  const now = ctx.runtime.now();
  const at = new Date(now).toISOString();
  const attempt = {
    attempt: 1,
    started_at: at,
    duration_ms: 5,
    status_code: 503,
    error: 'http_status',
  } as const;
  const row: Delivery = {
    id: ctx.runtime.id('whd'),
    webhook_id: webhook.id,
    event_id: ctx.runtime.id('evt'),
    event_type: 'email.sent',
    status: 'failed',
    attempts: 1,
    last_status_code: 503,
    last_error: 'http_status',
    next_attempt_at: null,
    created_at: at,
    delivered_at: null,
    url: webhook.url,
    attempt_log: [{ ...attempt, response_body: null }],
  };
  await ctx.deliveries.record(row, { attempt: 1, shards: webhook.log_shards });
  await ctx.webhooks.countFailures(webhook, 1, now);
  for (const page of ['/webhooks', path]) {
    const { text } = await browser.get(page);
    expect(text).toContain('<span class="status bad">failing</span>');
    expect(text).toContain(`<time datetime="${at}">`);
    expect(text).not.toContain('>enabled</span>');
    expect(text).toMatch(/>503<[\s\S]*<time datetime/);
    expect(await shown(page)).toContain('0%');
  }
  expect((await browser.get(path)).text).toContain(`Every delivery has failed since <time datetime="${at}">`);
  expect(await shown(path)).toContain('1 of 1 failed in 24 hours');
  expect(await shown(path)).toContain('After you fix it, select Replay failed.');
  const support = (await (await signIn(ctx, account, 'support')).get(path)).text;
  expect(support).toContain('Every delivery has failed since');
  expect(support).not.toContain('Replay failed');
});
