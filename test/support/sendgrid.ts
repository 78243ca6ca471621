import type { Import } from '../../shared/core/records/imports.ts';
import type { Context } from '../../shared/domain/context.ts';
import { startProgress } from '../../shared/domain/imports/totals.ts';
import { type Asked, type Reply, type Row, standIn } from './stand-in.ts';

export type { Row } from './stand-in.ts';

const lists = [
  'suppression/spam_reports',
  'suppression/bounces',
  'suppression/invalid_emails',
  'suppression/unsubscribes',
  'suppression/blocks',
  'asm/suppressions',
] as const;
type ListName = (typeof lists)[number];

export const providerKey = 'SG.test-key.of-the-old-account';

/** A template as SendGrid has it. Lists don't include the content of its versions. */
type SendgridTemplate = { id: string; name: string; generation: string; versions: Row[] };

const withoutContent = ({ html_content: _h, plain_content: _p, ...version }: Row): Row => version;

const missing: Reply = { status: 404, body: { errors: [{ message: 'not found', field: null }] } };

const refused = { errors: [{ message: 'The provided authorization grant is invalid', field: null }] };

/** As SendGrid shows an authenticated domain. */
export const authenticated = (domain: string, id: number): Row => ({
  id,
  domain,
  subdomain: 'em1',
  valid: id % 2 === 0,
  dns: {
    mail_cname: { valid: true, type: 'cname', host: `em1.${domain}`, data: 'u7.wl.sendgrid.net' },
    dkim1: { valid: true, type: 'cname', host: `s1._domainkey.${domain}`, data: 's1.u7.wl.sendgrid.net' },
  },
});

/**
 * A SendGrid account behind SendGrid's own protocol: bearer keys, lists with `limit`, `offset`, and `end_time`, and
 * its error format.
 */
export async function fakeSendgrid() {
  const rows = Object.fromEntries(lists.map((name) => [name, [] as Row[]])) as Record<ListName, Row[]>;

  const pageOf = (name: ListName, query: URLSearchParams): Row[] => {
    const [limit, offset] = [Number(query.get('limit') ?? 500), Number(query.get('offset') ?? 0)];
    const end = name === 'asm/suppressions' ? null : query.get('end_time');
    const all = rows[name].filter((row) => end === null || Number(row.created ?? 0) <= Number(end));
    return all.slice(offset, offset + Math.min(limit, 500));
  };

  const templates: SendgridTemplate[] = [];

  /** Pages by a token, which is the number of the first row. */
  const templatePage = (query: URLSearchParams): Reply => {
    const size = Number(query.get('page_size'));
    const from = Number(query.get('page_token') ?? 0);
    const rows = templates.slice(from, from + size);
    const result = rows.map((one) => ({ ...one, versions: one.versions.map(withoutContent) }));
    const self = `https://api.sendgrid.com/v3/templates?page_size=${size}`;
    const next = from + size < templates.length && { next: `${self}&page_token=${from + size}` };
    return { status: 200, body: { result, _metadata: { self, count: templates.length, ...next } } };
  };

  const templateReply = (path: string, query: URLSearchParams): Reply => {
    if (path === '/v3/templates') return templatePage(query);
    const [, id, version] = /^\/v3\/templates\/([^/]+)(?:\/versions\/(.+))?$/.exec(path) ?? [];
    const template = templates.find((one) => one.id === decodeURIComponent(id ?? ''));
    const body = version === undefined ? template : template?.versions.find((one) => one.id === version);
    return body === undefined ? missing : { status: 200, body };
  };

  const domains: Row[] = [];
  const hooks: Row[] = [];
  const routes: Record<string, (asked: Asked) => Reply> = {};

  const usual = (asked: Asked): Reply => {
    const { path, query, headers } = asked;
    if (headers.authorization !== `Bearer ${providerKey}`) return { status: 401, body: refused };
    if (path === '/v3/scopes') return { status: 200, body: { scopes: ['suppression.read'] } };
    if (path.startsWith('/v3/templates')) return templateReply(path, query);
    const own = Object.entries(routes).find(([begin]) => path.startsWith(begin));
    if (own !== undefined) return own[1](asked);
    if (path === '/v3/whitelabel/domains') {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      return { status: 200, body: domains.slice(offset, offset + limit) };
    }
    if (path === '/v3/user/webhooks/event/settings/all')
      return { status: 200, body: { max_allowed: 5, webhooks: hooks.length === 0 ? [{}] : hooks } };
    const name = lists.find((one) => path === `/v3/${one}`);
    return name === undefined ? missing : { status: 200, body: pageOf(name, query) };
  };
  return { ...(await standIn(usual)), rows, templates, domains, webhooks: hooks, routes };
}

/** An import of the account that waits for its next request. */
export async function storedImport(ctx: Context, account: Import['account']): Promise<Import> {
  const at = new Date(ctx.runtime.now()).toISOString();
  const made: Import = {
    ...startProgress(['suppressions']),
    id: ctx.runtime.id('mig'),
    account,
    provider: 'sendgrid',
    region: 'us',
    resources: ['suppressions'],
    step: 0,
    done: false,
    salt: 'x',
    holder: null,
    lease_until: 0,
    wait_until: 0,
    created_at: at,
    updated_at: at,
  };
  await ctx.imports.create(made);
  return made;
}
