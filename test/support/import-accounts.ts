import { createHash } from 'node:crypto';
import type { ImportProvider } from '../../shared/core/records/imports.ts';
import { fakeMailgun, mailgunKey } from './mailgun.ts';
import { accountToken, fakePostmark, serverToken } from './postmark.ts';
import { templatesOfMailgun, templatesOfPostmark } from './provider-templates.ts';
import { authenticated, fakeSendgrid, providerKey } from './sendgrid.ts';
import type { Row, standIn } from './stand-in.ts';

/** A provider account to import from. */
type ProviderAccount = {
  stand: Awaited<ReturnType<typeof standIn>>;
  body: { provider: ImportProvider; api_key: string; account_api_key?: string };
  /** Secrets of its owner that must not appear anywhere. */
  secrets: string[];
};

/** A domain name that no other world has. */
type Own = (label: string) => string;

const noise = Array.from({ length: 1_500 }, (_, i) => createHash('sha256').update(`${i}`).digest('base64'));
/** Too large for a table item even when compressed, so its template is stored as an object. */
const large = `<p>${noise.join(' ')} {{user.name}}</p>`;

const hookUser = 'hook-user-of-the-old-account';
const hookPassword = 'hook-password-of-the-old-account';
const hookHeader = 'header-of-the-old-account';
const withPassword = `https://${hookUser}:${hookPassword}@192.0.43.10/with-password`;

async function sendgridAccount(own: Own): Promise<ProviderAccount> {
  const stand = await fakeSendgrid();
  const [one, two] = [own('one'), own('two')];
  stand.domains.push(authenticated(two, 1), authenticated(one, 2), authenticated('gmail.com', 3));
  stand.webhooks.push(
    {
      url: 'https://192.0.43.10/events',
      enabled: true,
      delivered: true,
      bounce: true,
      group_resubscribe: true,
    },
    { url: 'HTTPS://192.0.43.10:443/events', enabled: false, open: true },
    { url: withPassword, enabled: true, click: true },
    { url: 'https://192.0.43.10/later', enabled: true, account_status_change: true },
  );
  stand.routes['/v3/user/webhooks/parse'] = () => ({
    status: 200,
    body: { result: [{ hostname: 'in.old.example' }] },
  });
  const version = (n: number, content: Row) => ({
    id: `v${n}`,
    active: 1,
    subject: 'S',
    updated_at: '2026-01-02 03:04:05',
    ...content,
  });
  const id = (n: number) => `d-${String(n).padStart(32, '0')}`;
  const template = (n: number, name: string, content: Row, generation = 'dynamic') =>
    stand.templates.push({ id: id(n), name, generation, versions: [version(n, content)] });
  template(1, 'Welcome', { html_content: '<p>{{user.name}}</p>', plain_content: 'Hi {{user.name}}' });
  template(2, 'News', { html_content: '<a href="{{{unsubscribe}}}">stop</a>', plain_content: '' });
  template(3, 'Order', { html_content: '{{#each items}}{{name}}{{/each}}', plain_content: '' });
  template(4, 'Old', { html_content: '<p>-name- <%body%></p>', plain_content: '' }, 'legacy');
  template(5, 'Large', { html_content: large, plain_content: '' });
  template(6, '=Welcome()', { html_content: '', plain_content: '' });
  stand.templates.push({ id: id(7), name: 'Empty', generation: 'dynamic', versions: [] });
  const row = (name: string, change: Row = {}): Row => ({
    email: `${name}@gone.example`,
    created: 1_700_000_000,
    status: '',
    reason: '',
    ...change,
  });
  stand.rows['suppression/spam_reports'] = [row('complained')];
  stand.rows['suppression/bounces'] = [
    row('bounced', { status: '5.1.1', reason: '550 5.1.1 no such user' }),
    row('complained', { status: '5.1.1', reason: '550 5.1.1 no such user' }),
    row('busy', { status: '4.2.1', reason: '450 4.2.1 mailbox busy' }),
    row('no address'),
  ];
  stand.rows['suppression/invalid_emails'] = [row('invalid')];
  stand.rows['suppression/unsubscribes'] = [row('left'), row('bounced')];
  stand.rows['suppression/blocks'] = [row('blocked')];
  stand.rows['asm/suppressions'] = [
    { email: 'left-group@gone.example', group_id: 5, group_name: 'News', created_at: 1_700_000_000 },
    { email: 'left-group@gone.example', group_id: 6, group_name: 'Tips', created_at: 1_700_000_000 },
  ];
  return {
    stand,
    body: { provider: 'sendgrid', api_key: providerKey },
    secrets: [providerKey, hookUser, hookPassword],
  };
}

async function postmarkAccount(own: Own): Promise<ProviderAccount> {
  const stand = await fakePostmark();
  const [one, two] = [own('one'), own('two')];
  stand.domains.push(
    { ID: 7, Name: two, DKIMHost: `2013pm._domainkey.${two}`, ReturnPathDomain: `pm.${two}` },
    { ID: 8, Name: one, DKIMHost: `2014pm._domainkey.${one}`, ReturnPathDomain: '' },
  );
  stand.senders.push({ EmailAddress: `team@${one}` }, { EmailAddress: 'boss@elsewhere.example' });
  const triggers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { Enabled: true }]));
  stand.webhooks.push(
    { Url: 'https://192.0.43.10/events', MessageStream: 'outbound', Triggers: triggers('Open', 'Odd') },
    {
      Url: 'https://192.0.43.10:443/events',
      MessageStream: 'broadcast',
      Triggers: triggers('Bounce'),
      HttpAuth: { Username: hookUser, Password: hookPassword },
      HttpHeaders: [{ Name: 'X-Token', Value: hookHeader }],
    },
    { Url: withPassword, Triggers: triggers('Open') },
    { Url: 'https://192.0.43.10/odd', Triggers: triggers('Odd') },
  );
  const hooks = { BounceHookUrl: 'https://192.0.43.10/bounces', InboundHookUrl: withPassword };
  Object.assign(stand.server, hooks);
  const template = (TemplateId: number, Alias: string | null, content: Row) => ({
    TemplateId,
    Name: `T ${TemplateId}`,
    Alias,
    Subject: 'S',
    HtmlBody: null,
    TextBody: null,
    ...content,
  });
  templatesOfPostmark(stand).push(
    template(11, 'base', { TemplateType: 'Layout', HtmlBody: '<main>{{{ @content }}}</main>' }),
    template(12, 'welcome', { HtmlBody: '<p>{{person.name}}</p>', TextBody: 'Hi', LayoutTemplate: 'base' }),
    template(13, 'news', { HtmlBody: '<a href="{{{ pm:unsubscribe }}}">stop</a>' }),
    template(14, 'order', { TextBody: '{{#each items}}{{name}}{{/each}}' }),
    template(15, 'large', { HtmlBody: large }),
    template(16, null, { Name: '=Empty()' }),
    template(17, 'off', { TextBody: 'x', Active: false }),
  );
  const row = (name: string, SuppressionReason: string, Origin = 'Recipient'): Row => ({
    EmailAddress: `${name}@gone.example`,
    SuppressionReason,
    Origin,
    CreatedAt: '2024-12-17T08:58:33-05:00',
  });
  stand.suppressions.outbound = [
    ...[row('bounced', 'HardBounce'), row('left', 'ManualSuppression')],
    ...[
      row('removed', 'ManualSuppression', 'Customer'),
      row('unknown', 'Tomorrow'),
      row('no address', 'HardBounce'),
    ],
  ];
  stand.suppressions.broadcast = [
    ...[
      row('complained', 'SpamComplaint'),
      row('bounced', 'HardBounce'),
      row('left-group', 'ManualSuppression'),
    ],
  ];
  return {
    stand,
    body: { provider: 'postmark', api_key: serverToken, account_api_key: accountToken },
    secrets: [serverToken, accountToken, hookUser, hookPassword, hookHeader],
  };
}

async function mailgunAccount(own: Own): Promise<ProviderAccount> {
  const stand = await fakeMailgun();
  const [one, two] = [own('one'), own('two')];
  stand.domains.push(
    { name: two, type: 'custom', state: 'active' },
    { name: one, type: 'custom', state: 'disabled' },
    { name: 'sandbox7.mailgun.org', type: 'sandbox', state: 'active' },
  );
  for (const name of [one, two])
    stand.details[name] = {
      domain: {},
      receiving_dns_records: [{ is_active: true, record_type: 'MX', value: 'mxa.mailgun.org' }],
      sending_dns_records: [{ name: `email.${name}`, record_type: 'CNAME', value: 'mailgun.org' }],
    };
  stand.webhooks[one] = { delivered: { urls: ['https://192.0.43.10/events', withPassword] }, opened: null };
  stand.webhooks[two] = {
    bounce: { url: 'https://192.0.43.10:443/events' },
    later: { urls: ['https://192.0.43.10/later'] },
  };
  stand.accountHooks.rows = [{ url: 'https://192.0.43.10/account', event_types: ['accepted', 'odd'] }];
  const { add } = templatesOfMailgun(stand);
  add(one, 'welcome', { template: '<p>{{user.name}}</p>', headers: { Subject: 'Hi', From: 'a@b.example' } });
  add(two, 'welcome', { template: '<p>{{user.name}}</p>', headers: { Subject: 'Hi', From: 'a@b.example' } });
  add(one, 'news', { template: '<a href="%unsubscribe_url%">stop</a>', headers: { subject: 'S' } });
  add(two, 'order', { template: '{{#each items}}{{name}}{{/each}}', headers: {} });
  add(two, 'large', { template: large, headers: { Subject: 'S' } });
  add(two, 'none');
  const created_at = 'Thu, 11 Dec 2025 01:49:40 UTC';
  const row = (name: string, change: Row = {}): Row => ({
    address: `${name}@gone.example`,
    created_at,
    ...change,
  });
  stand.of(one, 'complaints').push(row('complained'));
  stand
    .of(one, 'bounces')
    .push(
      row('bounced', { code: 550, error: 'No such mailbox' }),
      row('complained', { code: 550, error: '' }),
    );
  stand
    .of(two, 'bounces')
    .push(row('busy', { code: '450', error: '4.7.1 greylisted' }), row('bounced', { code: 550, error: '' }));
  stand
    .of(two, 'unsubscribes')
    .push(row('left', { tags: ['*'] }), row('left-group', { tags: ['news', 'tips'] }));
  return {
    stand,
    body: { provider: 'mailgun', api_key: mailgunKey },
    secrets: [mailgunKey, hookUser, hookPassword],
  };
}

/** An account at each provider with every kind of object, some in forms that can't be imported. */
export const accountsOf: Record<ImportProvider, (own: Own) => Promise<ProviderAccount>> = {
  sendgrid: sendgridAccount,
  postmark: postmarkAccount,
  mailgun: mailgunAccount,
};
