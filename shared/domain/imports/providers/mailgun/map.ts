import { isObject, type Json, textOf } from '../../../../core/json-path.ts';
import type { DomainSource, EntryRow, OldRecord, PageList, Provider, Skipped } from '../provider.ts';
import { addressRow, bounceOf, momentOf, objectsAt, recordOf } from '../rows.ts';
import { domainsPage, linkedPage, mailgunDomains, mailgunSources } from './client.ts';
import { mailgunTemplates } from './templates.ts';
import { mailgunHooks } from './webhooks.ts';

/** A sending domain's names, and its MX if Mailgun receives for it. */
function recordsOf(body: unknown, name: string): OldRecord[] | null {
  if (!isObject(body) || !isObject(body.domain)) return null;
  const sending = objectsAt(body, 'sending_dns_records') ?? [];
  const receiving = objectsAt(body, 'receiving_dns_records') ?? [];
  const receives = receiving.some(({ is_active }) => is_active === true);
  const records = sending.flatMap((one) => recordOf(one.record_type, one.name));
  return receives ? [...records, { type: 'MX', host: name }] : records;
}

const domains: DomainSource = {
  field: 'api_key',
  list: mailgunDomains,
  records: (connection, { name }) => {
    const path = `/v4/domains/${encodeURIComponent(name)}`;
    return connection.call({ path, read: (body) => recordsOf(body, name) });
  },
  usual: (name) => [
    { type: 'TXT', host: `mx._domainkey.${name}` },
    { type: 'CNAME', host: `email.${name}` },
  ],
  include: /\binclude:(?:[\w.-]+\.)?mailgun\.org\b/i,
};

const page = 1000;

type Said = Pick<EntryRow, 'kind' | 'scope'> | Skipped;

const list = (name: string, said: (row: Json) => Said): PageList => ({
  paging: 'links',
  name,
  pages: ({ source }) => ({
    path: (link) =>
      `/v3/${encodeURIComponent(source?.name ?? '')}/${name}?limit=${page}${link === null ? '' : `&${link}`}`,
    pageOf: linkedPage,
  }),
  row: (raw, source) =>
    addressRow('address', (row, address) => {
      const found = said(row);
      if ('skip' in found) return found;
      const at = momentOf(row.created_at);
      return { ...found, address, text: textOf(row.error), at, list: `${source?.name}:${name}` };
    })(raw),
});

/** An unsubscribe's scope: everything if the row has no tags, or one tag's mail. */
function unsubscribe({ tags, tag }: Json): Said {
  const given = Array.isArray(tags) ? tags : [tag];
  const named = given.map(textOf).filter((one) => one !== '');
  if (named.length === 0 || named.includes('*')) return { kind: 'unsubscribe' };
  return { kind: 'product_opt_out', scope: named[0] as string };
}

/** Mailgun: each domain's lists, stronger reasons first (T8). */
export const mailgun: Provider = {
  title: 'Mailgun',
  no_domains: (region) =>
    `Mailgun returned no domains for this key. Is the account in the ${region === 'eu' ? 'us' : 'eu'} region?`,
  checks: [{ field: 'api_key', path: '/v4/domains?limit=1', isSound: (body) => domainsPage(body) !== null }],
  headers: (key) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }),
  usual_wait_s: 60,
  page,
  sources: mailgunSources,
  templates: mailgunTemplates,
  lists: [
    list('complaints', () => ({ kind: 'complaint' })),
    list('bounces', ({ code, error }) => bounceOf(code, error)),
    list('unsubscribes', unsubscribe),
  ],
  domains,
  webhooks: mailgunHooks,
};
