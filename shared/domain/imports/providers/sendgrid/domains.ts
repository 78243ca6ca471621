import { isObject, type Json } from '../../../../core/json-path.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { offsetList, readAll } from '../../read-pages.ts';
import type { Called, Connection, DomainSource, ForeignDomain, OldRecord } from '../provider.ts';

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

const listed = offsetList({
  path: (offset) => `/v3/whitelabel/domains?limit=${limit}&offset=${offset}`,
  limit,
  read: (body) => (Array.isArray(body) ? { rows: body, total: null } : null),
});

async function list(ctx: Base & Providers, connection: Connection): Promise<Called<ForeignDomain[]>> {
  const called = await readAll<unknown>(ctx, connection, listed);
  if (called.outcome !== 'ok') return called;
  return { outcome: 'ok', value: called.value.filter(isObject).flatMap(domainOf) };
}

/** SendGrid: authenticated domains, not the hosts of its links. */
export const sendgridDomains: DomainSource = {
  field: 'api_key',
  list,
  usual: (name) => [
    { type: 'CNAME', host: `s1._domainkey.${name}` },
    { type: 'CNAME', host: `s2._domainkey.${name}` },
  ],
  include: /\binclude:(?:[\w.-]+\.)?sendgrid\.net\b/i,
};
