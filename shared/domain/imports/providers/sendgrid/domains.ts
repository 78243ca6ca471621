import { isObject, type Json } from '../../../../core/json-path.ts';
import { mapped } from '../../call-provider.ts';
import { offsetList } from '../../read-pages.ts';
import type { DomainSource, ForeignDomain, OldRecord } from '../provider.ts';

const limit = 50;

/** The records of a domain, whatever they are called: `dns` has another set of names in each mode of security. */
function recordsOf(dns: unknown): OldRecord[] {
  if (!isObject(dns)) return [];
  return Object.values(dns)
    .filter(isObject)
    .flatMap(({ type, host }) =>
      typeof type === 'string' && typeof host === 'string' ? [{ type: type.toUpperCase(), host }] : [],
    );
}

function domainOf(row: Json): ForeignDomain[] {
  if (typeof row.domain !== 'string' || row.domain === '') return [];
  return [{ name: row.domain, ref: '', records: recordsOf(row.dns), disabled: false }];
}

const listed = offsetList<unknown>({
  path: (offset) => `/v3/whitelabel/domains?limit=${limit}&offset=${offset}`,
  limit,
  read: (body) => (Array.isArray(body) ? { rows: body, total: null } : null),
});

/** SendGrid: authenticated domains, not the hosts of its links. */
export const sendgridDomains: DomainSource = {
  field: 'api_key',
  list: async (connection) =>
    mapped(await connection.all(listed), (rows) => rows.filter(isObject).flatMap(domainOf)),
  usual: (name) => [
    { type: 'CNAME', host: `s1._domainkey.${name}` },
    { type: 'CNAME', host: `s2._domainkey.${name}` },
  ],
  include: /\binclude:(?:[\w.-]+\.)?sendgrid\.net\b/i,
};
