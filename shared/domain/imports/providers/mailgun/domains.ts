import { isObject } from '../../../../core/json-path.ts';
import { mapped } from '../../call-provider.ts';
import type { DomainSource, OldRecord } from '../provider.ts';
import { objectsAt } from '../rows.ts';
import { mailgunDomains } from './client.ts';

/** The names of a domain that sends, and its MX where Mailgun receives for it. */
function recordsOf(body: unknown, name: string): OldRecord[] | null {
  if (!isObject(body) || !isObject(body.domain)) return null;
  const receives = (objectsAt(body, 'receiving_dns_records') ?? []).some(
    ({ is_active }) => is_active === true,
  );
  const sending = (objectsAt(body, 'sending_dns_records') ?? []).flatMap(({ name: host, record_type }) =>
    typeof host === 'string' && typeof record_type === 'string' ? [{ type: record_type, host }] : [],
  );
  return [...sending, ...(receives ? [{ type: 'MX', host: name }] : [])];
}

export const mailgunDomainSource: DomainSource = {
  field: 'api_key',
  list: async (connection) =>
    mapped(await mailgunDomains(connection), (domains) =>
      domains.map((one) => ({ ...one, ref: one.name, records: null })),
    ),
  records: (connection, { name }) =>
    connection.call({
      path: `/v4/domains/${encodeURIComponent(name)}`,
      read: (body) => recordsOf(body, name),
    }),
  usual: (name) => [
    { type: 'TXT', host: `mx._domainkey.${name}` },
    { type: 'CNAME', host: `email.${name}` },
  ],
  include: /\binclude:(?:[\w.-]+\.)?mailgun\.org\b/i,
};
