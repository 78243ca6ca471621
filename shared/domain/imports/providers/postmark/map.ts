import { isObject } from '../../../../core/json-path.ts';
import type { EntryKind } from '../../../../core/records/imports.ts';
import { textOf } from '../../../../core/text-of.ts';
import type { DumpList, ListRow, Provider, Source } from '../provider.ts';
import { momentOf } from '../rows.ts';
import { pageOf, postmarkStreams, serverOf } from './client.ts';
import { postmarkDomains } from './domains.ts';
import { postmarkTemplates } from './templates.ts';
import { postmarkHooks } from './webhooks.ts';

/** The part of a row that is spooled. */
type Kept = [address: Field, reason: Field, origin: Field, at: Field];
type Field = string | null;

const fieldOf = (value: unknown): Field => (typeof value === 'string' ? value : null);

const isBroadcast = ({ key }: Source) => key.startsWith('1:');

const reasons = ['SpamComplaint', 'HardBounce', 'ManualSuppression'] as const;
type Reason = (typeof reasons)[number];

/** The kind of an entry: the recipient left, or the customer suppressed it, also where the origin is unknown (M59). */
function kindOf(reason: Reason, origin: Field, source: Source): EntryKind {
  if (reason === 'SpamComplaint') return 'complaint';
  if (reason === 'HardBounce') return 'bounce';
  if (isBroadcast(source)) return 'product_opt_out';
  return origin === 'Recipient' ? 'unsubscribe' : 'manual';
}

/** The rows of one reason in one stream, whose name is foreign. */
const list = (reason: Reason): DumpList => ({
  paging: 'dump',
  name: reason,
  row: (raw, source): ListRow => {
    const [address, said, origin, at] = raw as Kept;
    if (typeof address !== 'string') return { skip: 'invalid_address' };
    if (said !== reason) return { skip: 'unknown_reason' };
    const stream = source as Source;
    const kind = kindOf(reason, origin, stream);
    return {
      kind,
      address,
      text: '',
      at: momentOf(at),
      list: `${encodeURIComponent(stream.name)}:${reason}`,
      ...(kind === 'product_opt_out' && { scope: stream.name }),
    };
  },
});

/** Postmark: the suppressions of each stream, which come as one answer (T8, M60). */
export const postmark: Provider = {
  title: 'Postmark',
  checks: [
    { field: 'api_key', path: '/server', isSound: (body) => serverOf(body) !== null },
    {
      field: 'account_api_key',
      path: '/domains?count=1&offset=0',
      isSound: (body) => pageOf(body, 'Domains') !== null,
    },
  ],
  headers: (key, field) => ({
    [field === 'api_key' ? 'x-postmark-server-token' : 'x-postmark-account-token']: key,
  }),
  usual_wait_s: 10,
  page: 500,
  sources: postmarkStreams,
  templates: postmarkTemplates,
  dump: {
    path: (stream) => `/message-streams/${encodeURIComponent(stream)}/suppressions/dump`,
    rows: 'Suppressions',
    // A reason that is unknown is counted with the last ones.
    listOf: (raw) => {
      const at = isObject(raw) ? reasons.indexOf(textOf(raw.SuppressionReason) as Reason) : -1;
      return at === -1 ? reasons.length - 1 : at;
    },
    kept: (raw): Kept => {
      const { EmailAddress, SuppressionReason, Origin, CreatedAt } = isObject(raw) ? raw : {};
      return [fieldOf(EmailAddress), fieldOf(SuppressionReason), fieldOf(Origin), fieldOf(CreatedAt)];
    },
  },
  lists: reasons.map(list),
  domains: postmarkDomains,
  webhooks: postmarkHooks,
};
