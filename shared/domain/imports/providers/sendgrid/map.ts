import { isObject, type Json, textOf } from '../../../../core/json-path.ts';
import { mapped } from '../../call-provider.ts';
import { offsetList } from '../../read-pages.ts';
import type {
  DomainSource,
  EntryRow,
  ForeignDomain,
  ListRow,
  PagedList,
  PageList,
  Provider,
  Skipped,
} from '../provider.ts';
import { addressRow, bounceOf, recordOf } from '../rows.ts';
import { sendgridTemplates } from './templates.ts';
import { sendgridHooks } from './webhooks.ts';

/** A list that is an array without a total. */
const arrayList = (limit: number, path: (offset: number) => string): PagedList<unknown> =>
  offsetList({ path, limit, read: (body) => (Array.isArray(body) ? { rows: body, total: null } : null) });

/** A domain with its records under any key, because `dns` is named differently per security mode. */
function domainOf({ domain, dns }: Json): ForeignDomain[] {
  if (typeof domain !== 'string' || domain === '') return [];
  const rows = isObject(dns) ? Object.values(dns).filter(isObject) : [];
  const records = rows.flatMap(({ type, host }) => recordOf(type, host));
  return [{ name: domain, records: records.map(({ type, host }) => ({ type: type.toUpperCase(), host })) }];
}

/** Authenticated domains, not link hosts. */
const domains: DomainSource = {
  field: 'api_key',
  list: async (connection) => {
    const path = (offset: number) => `/v3/whitelabel/domains?limit=50&offset=${offset}`;
    const called = await connection.all(arrayList(50, path));
    return mapped(called, (rows) => rows.filter(isObject).flatMap(domainOf));
  },
  usual: (name) => [
    { type: 'CNAME', host: `s1._domainkey.${name}` },
    { type: 'CNAME', host: `s2._domainkey.${name}` },
  ],
  include: /\binclude:(?:[\w.-]+\.)?sendgrid\.net\b/i,
};

const page = 500;

/** Epoch ms of SendGrid's epoch seconds. Null if invalid. */
const momentOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.floor(value * 1000) : null;

/** A list paged by row count. `until` leaves out additions after the start. */
const list = (
  name: string,
  { path, until }: { path: string; until: boolean },
  row: PageList['row'],
): PageList => ({
  paging: 'rows',
  name,
  row,
  pages: ({ started }) => {
    const end = until ? `&end_time=${Math.floor(started / 1000)}` : '';
    return arrayList(page, (offset) => `${path}?limit=${page}&offset=${offset}${end}`);
  },
});

type Said = Pick<EntryRow, 'kind'> | Skipped;

const suppression = (name: string, said: (row: Json) => Said): PageList =>
  list(
    name,
    { path: `/v3/suppression/${name}`, until: true },
    addressRow('email', (row, address) => {
      const found = said(row);
      if ('skip' in found) return found;
      return { ...found, address, list: name, text: textOf(row.reason), at: momentOf(row.created) };
    }),
  );

/** Someone who left a group, or everything if the row names no group. */
const groupRow = addressRow('email', ({ group_id, group_name, created_at }, address): ListRow => {
  const group = Number(group_id);
  const about = { address, text: '', at: momentOf(created_at) };
  if (!Number.isInteger(group) || group <= 0) return { ...about, kind: 'unsubscribe', list: 'group-none' };
  const scope = textOf(group_name) || String(group);
  return { ...about, kind: 'product_opt_out', list: `group-${group}`, scope };
});

/** SendGrid: its suppression lists in order, stronger reasons first (T8). */
export const sendgrid: Provider = {
  title: 'SendGrid',
  checks: [
    { field: 'api_key', path: '/v3/scopes', isSound: (body) => isObject(body) && Array.isArray(body.scopes) },
  ],
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  usual_wait_s: 60,
  page,
  templates: sendgridTemplates,
  lists: [
    suppression('spam_reports', () => ({ kind: 'complaint' })),
    suppression('bounces', ({ status, reason }) => bounceOf(status, reason)),
    suppression('invalid_emails', () => ({ kind: 'bounce' })),
    suppression('unsubscribes', () => ({ kind: 'unsubscribe' })),
    list('asm/suppressions', { path: '/v3/asm/suppressions', until: false }, groupRow),
    list('blocks', { path: '/v3/suppression/blocks', until: true }, () => ({ skip: 'provider_block' })),
  ],
  domains,
  webhooks: sendgridHooks,
};
