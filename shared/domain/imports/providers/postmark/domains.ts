import { isObject, type Json } from '../../../../core/json-path.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { callProvider } from '../../call-provider.ts';
import type { Called, Connection, DomainSource, ForeignDomain, OldRecord } from '../provider.ts';
import { postmarkList } from './client.ts';

const field = 'account_api_key' as const;
const page = 500;

async function list(ctx: Base & Providers, connection: Connection): Promise<Called<ForeignDomain[]>> {
  const called = await postmarkList(ctx, connection, {
    path: (offset) => `/domains?count=${page}&offset=${offset}`,
    name: 'Domains',
    limit: page,
    field,
  });
  if (called.outcome !== 'ok') return called;
  const value = called.value.flatMap(({ ID, Name }) =>
    typeof Name === 'string' && typeof ID === 'number'
      ? [{ name: Name, ref: String(ID), records: null, disabled: false }]
      : [],
  );
  return { outcome: 'ok', value };
}

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

/** Senders that are a single address, whose domain may not be here. */
async function addresses(ctx: Base & Providers, connection: Connection): Promise<Called<string[]>> {
  const called = await postmarkList(ctx, connection, {
    path: (offset) => `/senders?count=${page}&offset=${offset}`,
    name: 'SenderSignatures',
    limit: page,
    field,
  });
  if (called.outcome !== 'ok') return called;
  const value = called.value.flatMap(({ EmailAddress }) =>
    typeof EmailAddress === 'string' ? [EmailAddress] : [],
  );
  return { outcome: 'ok', value: [...new Set(value)] };
}

/** Postmark: the domains of an account, which its account token alone shows. */
export const postmarkDomains: DomainSource = {
  field,
  list,
  records: (ctx, connection, { ref }) =>
    callProvider(ctx, connection, { path: `/domains/${ref}`, field, read: recordsOf }),
  usual: (name) => [
    { type: 'TXT', host: `pm._domainkey.${name}` },
    { type: 'CNAME', host: `pm-bounces.${name}` },
  ],
  include: /\binclude:spf\.mtasv\.net\b/i,
  addresses,
};
