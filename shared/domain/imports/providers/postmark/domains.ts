import { isObject, type Json } from '../../../../core/json-path.ts';
import { mapped } from '../../call-provider.ts';
import type { Ask, DomainSource, OldRecord } from '../provider.ts';
import { postmarkList } from './client.ts';

const field = 'account_api_key' as const;
const limit = 500;

const listOf = (folder: string, name: string) => ({
  path: (offset: number) => `/${folder}?count=${limit}&offset=${offset}`,
  name,
  limit,
  field,
});

const list: DomainSource['list'] = async (connection) =>
  mapped(await postmarkList(connection, listOf('domains', 'Domains')), (rows) =>
    rows.flatMap(({ ID, Name }) =>
      typeof Name === 'string' && typeof ID === 'number'
        ? [{ name: Name, ref: String(ID), records: null, disabled: false }]
        : [],
    ),
  );

const hostIn = (detail: Json, ...names: string[]): string[] =>
  names
    .map((name) => detail[name])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .slice(0, 1);

function recordsOf(body: unknown): OldRecord[] | null {
  if (!isObject(body) || typeof body.Name !== 'string') return null;
  return [
    ...hostIn(body, 'DKIMHost', 'DKIMPendingHost').map((host) => ({ type: 'TXT', host })),
    ...hostIn(body, 'ReturnPathDomain').map((host) => ({ type: 'CNAME', host })),
  ];
}

const addresses: Ask<string[]> = async (connection) =>
  mapped(await postmarkList(connection, listOf('senders', 'SenderSignatures')), (rows) => {
    const all = rows.flatMap(({ EmailAddress }) => (typeof EmailAddress === 'string' ? [EmailAddress] : []));
    return [...new Set(all)];
  });

/** Postmark: the domains of an account, which its account token alone shows. */
export const postmarkDomains: DomainSource = {
  field,
  list,
  records: (connection, { ref }) => connection.call({ path: `/domains/${ref}`, field, read: recordsOf }),
  usual: (name) => [
    { type: 'TXT', host: `pm._domainkey.${name}` },
    { type: 'CNAME', host: `pm-bounces.${name}` },
  ],
  include: /\binclude:spf\.mtasv\.net\b/i,
  addresses,
};
