import { pageGroups } from '../../functions/dashboard/groups.ts';
import { resources } from '../../functions/resources.ts';
import type { DomainItem, Import, ImportPart } from '../../shared/core/records/imports.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { addMember, makeSignInLink } from '../../shared/domain/sessions/members.ts';
import { freshAccount, inProcess, verifiedDomain } from './api.ts';
import { createBrowser } from './browser.ts';
import { inboundDomain } from './inbound.ts';
import { receivedContent, receivedEmail } from './received.ts';
import { routes } from './routes.ts';
import { makeSample } from './samples.ts';
import { storedImport } from './sendgrid.ts';

/** An import's report with this text wherever the provider or its account has free text. */
function reportOf(text: string): ImportPart {
  const given = { reason: null, message: text };
  const domain: DomainItem = {
    name: text,
    status: 'failed',
    ...given,
    domain_id: null,
    records: [],
    dns_plan: null,
    dashboard_url: null,
  };
  const webhook = { url: text, status: 'failed' as const, ...given, webhook_id: null, enabled: false };
  const template = { name: text, source_id: text, alias: null, status: 'failed' as const, ...given };
  return {
    errors: [{ resource: 'templates', code: 'provider_refused', message: text, retryable: false }],
    attention: [{ resource: 'webhooks', name: text, reason: 'webhook_auth', action: text }],
    items: {
      domains: [domain],
      webhooks: [{ ...webhook, secret: null, events: [], unmapped_events: [text] }],
      templates: [{ ...template, template_id: null, published: false, variables: [text], notes: [text] }],
    },
    hooks: [],
    heads: [],
  };
}

/** Creates an import with a report, and returns its id. */
async function imported(ctx: Context, account: Import['account'], text: string): Promise<string> {
  const made = await storedImport(ctx, account);
  const now = ctx.runtime.now();
  const held = await ctx.imports.lease(made, { holder: 'test', now, until: now + 60_000 });
  if (held === null) throw new Error('the import has another holder');
  const next = { ...held, step: 1, done: true, stage: null, errors: 1, lease_until: 0 };
  if (!(await ctx.imports.record(held, next, reportOf(text)))) throw new Error('not recorded');
  return made.id;
}

/** Mail that arrived. */
async function received(ctx: Context, account: string, text: string): Promise<string> {
  const id = ctx.runtime.id('inb');
  const file = {
    filename: text,
    content_type: 'image/png',
    size: 20,
    content_id: text,
    disposition: 'inline' as const,
  };
  const of = { account: account as never, id, subject: text, from: text, attachment_count: 1, files: 1 };
  const parts = { html: `<p>${text}</p>`, text, headers: [{ name: 'X-Mark', value: text }] };
  await ctx.received.create(
    receivedEmail({ ...of, reply_text: text, attachments: [file] }),
    { ...receivedContent, ...parts, to: [text], attachments: [file] },
    [Buffer.from('picture')],
  );
  return id;
}

/** The browser of the account's owner, whose User-Agent is this text as far as a header allows. */
async function signedInAs(ctx: Context, account: { id: Id<'acc'>; email: string }, text: string) {
  const { url } = await makeSignInLink(ctx, { email: account.email, account: account.id, minutes: 15 });
  const browser = createBrowser(ctx);
  const agent = { 'user-agent': text.replace(/[^ -~]/g, '?') };
  const { status } = await browser.post(new URL(url).pathname, {}, agent);
  if (status !== 303) throw new Error(`sign-in answered ${status}`);
  return browser;
}

/**
 * An account with an object of each kind that has this text in every field, and its owner's browser. Ids are by the
 * first part of their pages, plus `runs`, `deliveries`, and `claims`.
 */
export async function peopled(ctx: Context, text: string) {
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, routes, api_key);
  const make = async (path: string, body: object) => {
    const made = await call('POST', path, { body });
    if (made.status >= 300) throw new Error(`POST ${path}: ${made.text}`);
    const [object] = Object.values(made.body) as [string | { id: string }];
    return typeof object === 'string' ? ((made.body as { id?: string }).id ?? '') : object.id;
  };
  const content = { subject: text, text, html: `<p>${text}</p>` };
  const file = { name: `${text.replace(/[^ -~]/g, '').slice(-60)}.txt`, content: 'aGk=' };
  const from = `a@${domain}`;
  const inbound = await inboundDomain(ctx, account.id);
  const claimed = `c${ctx.runtime.id('dom').slice(4)}.test`;
  const other = await freshAccount(ctx, { domain: false });
  await verifiedDomain(ctx, other.account.id, claimed);
  // In an automation, double braces can only be references.
  const words = text.replaceAll('{{', '{');
  const rule = { field: 'event.data.plan', operator: 'equals', value: words };
  const steps = [
    { type: 'condition', name: text, any: [rule] },
    { type: 'send_email', name: text, from, subject: words, text: words },
  ];
  const trigger = { event: 'signup', conditions: [{ ...rule, operator: 'not_equals' }] };
  const ids: Record<string, string> = {
    emails: await make('/emails', { ...content, from, to: 'b@acme.test', attachments: [file] }),
    templates: await make('/templates', { ...content, name: text, alias: 'one' }),
    webhooks: await make('/webhooks', { url: 'https://hooks.acme.test/in', description: text }),
    tenants: await make('/tenants', { external_id: 'one', name: text }),
    suppressions: await make('/suppressions', { email: 'off@acme.test', note: text }),
    'api-keys': await make('/api-keys', { name: text, scopes: ['emails:send'] }),
    'smtp-credentials': await make('/smtp-credentials', { name: text }),
    automations: await make('/automations', { name: text, trigger, steps }),
    'inbound-routes': await make('/inbound-routes', { match: `*@${inbound}`, action: 'refuse' }),
    claims: await make('/domains/claims', { name: claimed }),
    imports: await imported(ctx, account.id, text),
    received: await received(ctx, account.id, text),
    domains: domain,
  };
  for (const resource of resources)
    if (resource.page) ids[resource.path.slice(1)] ??= await makeSample(call, resource, 'one');
  await call('POST', '/emails/test', { body: { event: 'email.bounced' } });
  const { deliveries } = (await call('GET', `/webhooks/${ids.webhooks}/deliveries`)).body;
  ids.deliveries = (deliveries as { id: string }[])[0]?.id ?? '';
  await call('POST', `/automations/${ids.automations}`, { body: { action: 'activate' } });
  const happened = { name: 'signup', email: 'ada@acme.test', data: { plan: `not ${text}` } };
  ids.events = await make('/events', happened);
  const { runs } = (await call('GET', `/automations/${ids.automations}/runs`)).body;
  ids.runs = (runs as { id: string }[])[0]?.id ?? '';
  await addMember(ctx, {
    account: account.id,
    email: `o'{{7*7}}=$x@${domain}`,
    role: 'support' as const,
  });
  return { account, ids, browser: await signedInAs(ctx, account, text) };
}

/** Every page or form of the route table that needs a session. */
export async function declared(ctx: Context, method: 'GET' | 'POST') {
  const groups = await Promise.all(Object.values(pageGroups(ctx)).map((load) => load()));
  const pages = groups.flat().flatMap((page) => (page.open || page.method !== method ? [] : [page]));
  return [...new Map(pages.map((page) => [page.path, page])).values()];
}

/** A page of the route table, for these objects. */
export function pathOf(path: string, ids: Record<string, string>): string {
  const [, kind = '', second] = path.split('/');
  const own = second === 'claims' ? ids.claims : ids[kind];
  const inner = kind === 'webhooks' ? ids.deliveries : ids.runs;
  const numbered = path.replace('{index}', '0');
  return numbered.replace(/\{\w+\}/, own ?? 'x').replace(/\{\w+\}/, inner ?? 'x');
}
