import { eventTypes } from '../../shared/core/records/events.ts';
import { newTenant, testContext } from '../support/api.ts';
import { formOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

async function world() {
  const { account, domain, call, browser } = await owner(ctx);
  await newTenant(ctx, account.id, 'acme');
  /** Sends the form of a page with these values in its fields, all of which it must have. */
  async function fill(page: string, action: string, values: Record<string, string>) {
    const { fields } = formOf((await browser.get(page)).text, action);
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['account', ...Object.keys(values)]));
    const answer = await browser.post(action, { ...fields, ...values });
    const isDone = answer.status === 303 || answer.status === 200;
    expect([action, isDone ? '' : answer.text]).toEqual([action, '']);
    return answer;
  }
  const read = async (path: string) => (await call('GET', path)).body;
  return { domain, call, fill, read, page: browser.get };
}

const day = new Date(Date.now() + 86_400_000).toISOString();
const bounds = {
  tenant: 'acme',
  allowed_ips: ['192.0.2.0/24', '2001:db8::/32'],
  expires_at: day,
};

describe('every field of a form reaches the API [D24]', () => {
  test('templates', async () => {
    const { fill, read } = await world();
    const given = { name: 'Receipt', alias: 'receipt', subject: 'S {{n}}', category: 'product' };
    const parts = { html: '<p>{{n}}</p>', text: 'T {{n}}' };
    await fill('/templates/new', '/templates/new', { ...given, ...parts });
    const { template } = await read('/templates/receipt');
    expect(template).toMatchObject({ ...given, ...parts });
    const { id } = template as { id: string };
    const values = { 'sample-n': '4711', 'default-n': '1' };
    await fill(`/templates/${id}`, `/templates/${id}/save`, { text: 'Other', ...values });
    const filled = { ...given, text: 'Other', samples: { n: '4711' }, defaults: { n: '1' } };
    expect((await read(`/templates/${id}`)).template).toMatchObject(filled);
    await fill(`/templates/${id}`, `/templates/${id}/save`, { 'sample-n': '', 'default-n': '' });
    const emptied = { samples: {}, defaults: {} };
    expect((await read(`/templates/${id}`)).template).toMatchObject(emptied);
  });

  test('domains and their settings', async () => {
    const { fill, read } = await world();
    const name = `d${ctx.runtime.secret(8, 'base32').toLowerCase()}.test`;
    await fill('/domains/new', '/domains/new', { name, tenant: 'acme' });
    const { domain } = await read(`/domains/${name}`);
    expect(domain).toMatchObject({ name, tenant: 'acme' });
    const { id } = domain as { id: string };
    const chosen = { open_tracking: 'true', click_tracking: 'true', tls_mode: 'enforced' };
    await fill(`/domains/${name}`, `/domains/${id}/save`, chosen);
    await fill(`/domains/${name}`, `/domains/${id}/save`, { click_tracking: 'false' });
    const saved = { open_tracking: true, click_tracking: false, tls_mode: 'enforced' };
    expect((await read(`/domains/${name}`)).domain).toMatchObject(saved);
  });

  test('emails, to addresses with a comma in their name', async () => {
    const { domain, fill, read } = await world();
    const given = { from: `a@${domain}`, subject: 'Hello', text: 'Hi' };
    const to = '"Shop, Inc." <b@x.example>, c@x.example\r\nd@x.example';
    const { location } = await fill('/emails/new', '/emails/new', { ...given, to });
    const { email } = await read(location?.replace(/\?.*/, '') ?? '');
    expect(email).toMatchObject({ to: ['"Shop, Inc." <b@x.example>', 'c@x.example', 'd@x.example'] });
  });

  test('tenants', async () => {
    const { fill, read } = await world();
    const given = { external_id: 'c:17', name: 'Customer 17', stream_policy: 'transactional_only' };
    await fill('/tenants/new', '/tenants/new', { ...given, daily_limit: '250' });
    const { tenant } = await read('/tenants/c:17');
    expect(tenant).toMatchObject({ ...given, daily_limit: 250 });
    const { id } = tenant as { id: string };
    await fill(`/tenants/${id}`, `/tenants/${id}/save`, { daily_limit: '', name: 'Renamed' });
    expect((await read(`/tenants/${id}`)).tenant).toMatchObject({ name: 'Renamed', daily_limit: null });
    await fill(`/tenants/${id}`, `/tenants/${id}/pause`, { reason: 'asked for it' });
    const paused = { status: 'paused', paused_reason: 'asked for it' };
    expect((await read(`/tenants/${id}`)).tenant).toMatchObject(paused);
    await fill(`/tenants/${id}`, `/tenants/${id}/resume`, {});
    expect((await read(`/tenants/${id}`)).tenant).toMatchObject({ status: 'active' });
  });

  test('webhooks', async () => {
    const { fill, read } = await world();
    const given = { url: 'https://hooks.acme.test/in', description: 'Orders' };
    await fill('/webhooks/new', '/webhooks/new', { ...given, events: 'email.sent, email.bounced' });
    const [webhook] = (await read('/webhooks')).webhooks as { id: string }[];
    expect(webhook).toMatchObject({ ...given, events: ['email.sent', 'email.bounced'] });
    const page = `/webhooks/${webhook?.id}`;
    await fill(page, `${page}/save`, { events: 'email.failed', description: 'Other' });
    expect((await read(page)).webhook).toMatchObject({ events: ['email.failed'], description: 'Other' });
    await fill(page, `${page}/save`, { events: '', description: '' });
    expect((await read(page)).webhook).toMatchObject({ events: [...eventTypes], description: null });
  });

  test('keys and SMTP credentials', async () => {
    const { domain, fill, read } = await world();
    const form = { ...bounds, allowed_ips: bounds.allowed_ips.join(', '), allowed_domains: domain };
    const scopes = 'emails:send, emails:read';
    await fill('/api-keys/new', '/api-keys/new', { ...form, tenant: '', name: 'Shop', scopes });
    const keys = (await read('/api-keys')).api_keys as object[];
    const bounded = { ...bounds, allowed_domains: [domain] };
    expect(keys).toContainEqual(
      expect.objectContaining({ ...bounded, tenant: null, name: 'Shop', scopes: scopes.split(', ') }),
    );
    await fill('/smtp-credentials/new', '/smtp-credentials/new', { ...form, tenant: '', name: 'Printer' });
    expect((await read('/smtp-credentials')).smtp_credentials).toEqual([
      expect.objectContaining({ ...bounded, tenant: null, name: 'Printer' }),
    ]);
    await fill('/smtp-credentials/new', '/smtp-credentials/new', { name: 'Tenant', tenant: 'acme' });
    expect((await read('/smtp-credentials')).smtp_credentials).toContainEqual(
      expect.objectContaining({ name: 'Tenant', tenant: 'acme' }),
    );
  });

  test('suppressions, blocked senders, members, custom events', async () => {
    const { fill, read, page } = await world();
    const listed = { email: 'gone@x.example', note: 'By phone', tenant: 'acme' };
    await fill('/suppressions/new', '/suppressions/add', listed);
    expect((await read('/suppressions?tenant=acme')).suppressions).toEqual([expect.objectContaining(listed)]);
    await fill('/blocked-senders/new', '/blocked-senders/add', { sender: 'junk.example', tenant: 'acme' });
    const [block] = (await read('/blocked-senders')).blocked_senders as { id: string }[];
    expect(block).toMatchObject({ sender: 'junk.example', tenant: 'acme' });
    expect((await page(`/blocked-senders/${block?.id}/delete`)).text).toContain('junk.example');
    const email = `new-${ctx.runtime.secret(6, 'base32').toLowerCase()}@acme.test`;
    const { location } = await fill('/settings/members/invite', '/settings/members/invite', {
      email,
      role: 'support',
    });
    expect(location).toContain('/settings/members?done=');
    const event = { name: 'user.signed_up', email: 'ada@x.example', user_id: '17', data: '{"plan": "pro"}' };
    expect((await fill('/events', '/events/send', event)).text).toContain('The event was stored.');
  });
});
