import { isObject, type Json } from '../../../../core/json-path.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { type Called, type Connection, callProvider } from '../../call-provider.ts';
import type { DomainSource, ForeignDomain, OldRecord } from '../foreign.ts';

const limit = 50;
/** Pages of one list at most (M19). */
const maxPages = 5000;

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

const identity = (row: unknown) => (isObject(row) ? JSON.stringify(row.id ?? row.domain) : '');

/** A page of the list, unless it repeats the one before. */
async function list(ctx: Base & Providers, connection: Connection): Promise<Called<ForeignDomain[]>> {
  const all: ForeignDomain[] = [];
  let before = '';
  for (let page = 0; page < maxPages; page++) {
    const called = await callProvider(ctx, connection, {
      path: `/v3/whitelabel/domains?limit=${limit}&offset=${page * limit}`,
      read: (body) => {
        const ends = Array.isArray(body) ? [body[0], body.at(-1)].map(identity).join(' ') : '';
        return Array.isArray(body) && (body.length === 0 || ends !== before) ? { rows: body, ends } : null;
      },
    });
    if (called.outcome !== 'ok') return called;
    const { rows, ends } = called.value;
    all.push(...rows.filter(isObject).flatMap(domainOf));
    if (rows.length !== limit) return { outcome: 'ok', value: all };
    before = ends;
  }
  return { outcome: 'bad_answer', status: 200 };
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
