import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { StackFile } from '../../localstack/environment.ts';
import '../support/text-modules.ts';
import { until } from '../support/until.ts';

type Json = Record<string, unknown>;

/** Markup, handlers, and bidi marks, in every field that a page shows. */
const hostile = '"><script>alert(1)</script><img src=//evil.test/x onerror=alert(1)>\u202Egnp';

/** Calls the API with the key of the stack's account. */
export const apiOf =
  ({ base_url, api_key }: StackFile) =>
  async (method: string, path: string, body?: Json): Promise<Json> => {
    const answer = await fetch(`${base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${path}: ${await answer.clone().text()}`);
    return (await answer.json()) as Json;
  };

/** A response's only object. */
const idOf = (answer: Json): string => {
  const [object] = Object.values(answer).filter((one) => one !== null && typeof one === 'object');
  return String((object as Json | undefined)?.id ?? answer.id);
};

/** Creates one object of each kind with hostile texts. Ids are by the first part of their pages. */
export async function makeObjects(stack: StackFile): Promise<Record<string, string>> {
  const api = apiOf(stack);
  const make = async (path: string, body: Json) => idOf(await api('POST', path, body));
  const from = `a@${stack.sending_domain}`;
  const own = randomBytes(3).toString('hex');
  const content = { subject: hostile, text: hostile, html: `<p>${hostile}</p>` };
  const step = { type: 'send_email', from, subject: hostile, text: hostile, name: hostile.slice(0, 90) };
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const waits = { type: 'delay', seconds: 86_400 };
  const automation = { name: hostile.slice(0, 90), trigger: { event: 'signup' }, steps: [waits, step] };
  const ids: Record<string, string> = {
    emails: await make('/emails', { from, to: 'b@acme.test', ...content }),
    scheduled: await make('/emails', { from, to: 'b@acme.test', ...content, scheduled_at }),
    templates: await make('/templates', {
      ...content,
      name: hostile,
      alias: `hostile-${own}`,
      publish: true,
    }),
    tenants: await make('/tenants', { external_id: own, name: hostile }),
    webhooks: await make('/webhooks', { url: 'https://hooks.acme.test/x', description: hostile }),
    automations: await make('/automations', automation),
    // An active automation's steps can't be edited.
    drafts: await make('/automations', automation),
    'api-keys': await make('/api-keys', { name: hostile.slice(0, 50), scopes: ['emails:send'] }),
    'smtp-credentials': await make('/smtp-credentials', { name: hostile.slice(0, 50) }),
    domains: String(stack.sending_domain),
  };
  await api('POST', '/suppressions', { email: 'gone@acme.test', note: hostile });
  const inbound = stack.inbound;
  if (inbound === null) throw new Error('the stack receives no mail');
  ids['inbound-routes'] = await make('/inbound-routes', {
    match: `${own}@${inbound.domain}`,
    action: 'deliver',
  });
  ids['blocked-senders'] = await make('/blocked-senders', { sender: `${own}.test` });
  await api('POST', `/automations/${ids.automations}`, { action: 'activate' });
  ids.events = await make('/events', { name: 'signup', email: 'b@acme.test', data: { plan: hostile } });
  ids.runs = await first(api, `/automations/${ids.automations}/runs`, 'runs');
  await api('POST', '/emails/test', { event: 'email.bounced' });
  ids.deliveries = await first(api, `/webhooks/${ids.webhooks}/deliveries`, 'deliveries');
  const message = `From: =?utf-8?q?=3Cb=3E?= <a@x.test>\r\nSubject: ${hostile.slice(0, -4)}\r\nContent-Type: text/html\r\n\r\n${hostile}\r\n`;
  const door = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
  const envelope = { from: 'a@x.test', to: `${own}@${inbound.domain}` };
  await door.sendMail({ envelope, raw: message });
  ids.received = await first(api, '/received-emails', 'received_emails');
  return ids;
}

async function first(api: ReturnType<typeof apiOf>, path: string, list: string): Promise<string> {
  const read = async () => ((await api('GET', path))[list] as { id: string }[])[0]?.id;
  return until(read, { what: `something in ${list}` });
}

/** Pages that aren't HTML, redirect, or have their own check. */
const others =
  /^\/(?:assets|docs|favicon|sign-in|search$)|\/(?:content|export|report|\{index\})$|\.tgz$|^\/(?:imports|domains\/claims)\/\{/;

/** Query parameters that a page needs. */
const questions: Record<string, string> = {
  '/settings/members/remove': '?email=b%40acme.test',
  '/suppressions/remove': '?email=gone%40acme.test',
  '/opt-outs/remove': '?email=b%40acme.test&category=newsletter',
};

/** Pages that a parameter changes: tabs, splits, and the forms next to an automation's drawing. */
function viewsOf(ids: Record<string, string>): string[] {
  const views = (path: string, name: string, values: string) =>
    values.split(' ').map((value) => `${path}?${name}=${value}`);
  const drawn = `/automations/${ids.drafts}`;
  return [
    ...views(`/emails/${ids.emails}`, 'view', 'html text source headers attachments json'),
    ...views(`/received/${ids.received}`, 'view', 'text html reply headers attachments'),
    ...views(`/webhooks/${ids.webhooks}`, 'status', 'delivered failed'),
    ...views('/metrics', 'by', 'provider tenant template tag'),
    ...views('/search', 'q', 'signup'),
    ...views(drawn, 'step', '1 2 dry-run'),
    ...views(drawn, 'add', '1 3 1&type=delay 1&type=condition 1&type=wait_for_event 1&type=send_sms'),
  ];
}

/** Every page of the route table, for these objects. */
export async function pagesOf(ids: Record<string, string>): Promise<string[]> {
  const { pageGroups } = await import('../../functions/dashboard/groups.ts');
  const settings = { release: { version: '0.0.0' } };
  const groups = pageGroups({ settings } as Parameters<typeof pageGroups>[0]);
  const declared = (await Promise.all(Object.values(groups).map((load) => load()))).flat();
  const paths = declared.filter(({ method, path }) => method === 'GET' && !others.test(path));
  const filled = [...new Set(paths.map(({ path }) => path))].map((path) => {
    const [, kind = ''] = path.split('/');
    const own = path.endsWith('/cancel') && kind === 'emails' ? ids.scheduled : ids[kind];
    const inner = kind === 'webhooks' ? ids.deliveries : ids.runs;
    const page = path.replace(/\{\w+\}/, own ?? kind).replace(/\{\w+\}/, inner ?? kind);
    return `${page}${questions[path] ?? ''}`;
  });
  return [...filled, ...viewsOf(ids)];
}
