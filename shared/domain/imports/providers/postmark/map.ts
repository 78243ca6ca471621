import { isObject, type Json, textOf } from '../../../../core/json-path.ts';
import type { EntryKind } from '../../../../core/records/imports.ts';
import { mapped } from '../../call-provider.ts';
import type { DomainSource, DumpList, ListRow, OldRecord, Provider, Source } from '../provider.ts';
import { momentOf, partOf } from '../rows.ts';
import { pageOf, postmarkList, postmarkStreams, serverOf } from './client.ts';
import { postmarkTemplates } from './templates.ts';
import { postmarkHooks } from './webhooks.ts';

type Kept = [address: Field, reason: Field, origin: Field, at: Field];
type Field = string | null;

const fieldOf = (value: unknown): Field => (typeof value === 'string' ? value : null);

const reasons = ['SpamComplaint', 'HardBounce', 'ManualSuppression'] as const;
type Reason = (typeof reasons)[number];

/**
 * An entry's kind. A manual suppression comes from the recipient or the customer. If the origin is unknown,
 * the customer made it.
 */
function kindOf(reason: Reason, origin: Field, { key }: Source): EntryKind {
  if (reason === 'SpamComplaint') return 'complaint';
  if (reason === 'HardBounce') return 'bounce';
  if (key.startsWith('1:')) return 'product_opt_out';
  return origin === 'Recipient' ? 'unsubscribe' : 'manual';
}

/** A stream's rows with one reason. The stream's name comes from the provider. */
const listOf = (reason: Reason): DumpList => ({
  paging: 'dump',
  name: reason,
  row: (raw, source): ListRow => {
    const [address, said, origin, at] = raw as Kept;
    if (typeof address !== 'string') return { skip: 'invalid_address' };
    if (said !== reason) return { skip: 'unknown_reason' };
    const stream = source as Source;
    const kind = kindOf(reason, origin, stream);
    const list = `${encodeURIComponent(stream.name)}:${reason}`;
    const entry = { kind, address, text: '', at: momentOf(at), list };
    return kind === 'product_opt_out' ? { ...entry, scope: stream.name } : entry;
  },
});

const field = 'account_api_key' as const;
const limit = 500;

const ofAccount = (folder: string, name: string) => ({
  path: (offset: number) => `/${folder}?count=${limit}&offset=${offset}`,
  name,
  limit,
  field,
});

/** The first of these hosts that a domain has. */
function hostIn(detail: Json, type: string, ...names: string[]): OldRecord[] {
  const host = names.map((name) => partOf(detail[name])).find((one) => one !== null);
  return host ? [{ type, host }] : [];
}

function recordsOf(body: unknown): OldRecord[] | null {
  if (!isObject(body) || typeof body.Name !== 'string') return null;
  return [
    ...hostIn(body, 'TXT', 'DKIMHost', 'DKIMPendingHost'),
    ...hostIn(body, 'CNAME', 'ReturnPathDomain'),
  ];
}

/** An account's domains, which only its account token shows. */
const domains: DomainSource = {
  field,
  list: async (connection) =>
    mapped(await postmarkList(connection, ofAccount('domains', 'Domains')), (rows) =>
      rows.flatMap(({ ID, Name }) =>
        typeof Name === 'string' && typeof ID === 'number' ? [{ name: Name, ref: String(ID) }] : [],
      ),
    ),
  records: (connection, { ref }) => connection.call({ path: `/domains/${ref}`, field, read: recordsOf }),
  usual: (name) => [
    { type: 'TXT', host: `pm._domainkey.${name}` },
    { type: 'CNAME', host: `pm-bounces.${name}` },
  ],
  include: /\binclude:spf\.mtasv\.net\b/i,
  addresses: async (connection) =>
    mapped(await postmarkList(connection, ofAccount('senders', 'SenderSignatures')), (rows) => [
      ...new Set(rows.map(({ EmailAddress }) => EmailAddress).filter((one) => typeof one === 'string')),
    ]),
};

/** Postmark: each stream's suppressions, which come in one response (T8, M60). */
export const postmark: Provider = {
  title: 'Postmark',
  checks: [
    { field: 'api_key', path: '/server', isSound: (body) => serverOf(body) !== null },
    { field, path: '/domains?count=1&offset=0', isSound: (body) => pageOf(body, 'Domains') !== null },
  ],
  headers: (key, of) => ({
    [of === 'api_key' ? 'x-postmark-server-token' : 'x-postmark-account-token']: key,
  }),
  usual_wait_s: 10,
  page: 500,
  sources: postmarkStreams,
  templates: postmarkTemplates,
  dump: {
    path: (stream) => `/message-streams/${encodeURIComponent(stream)}/suppressions/dump`,
    rows: 'Suppressions',
    // Unknown reasons count toward the last list.
    listOf: (raw) => {
      const at = isObject(raw) ? reasons.indexOf(textOf(raw.SuppressionReason) as Reason) : -1;
      return at === -1 ? reasons.length - 1 : at;
    },
    kept: (raw): Kept => {
      const { EmailAddress, SuppressionReason, Origin, CreatedAt } = isObject(raw) ? raw : {};
      return [fieldOf(EmailAddress), fieldOf(SuppressionReason), fieldOf(Origin), fieldOf(CreatedAt)];
    },
  },
  lists: reasons.map(listOf),
  domains,
  webhooks: postmarkHooks,
};
