import { isObject, type Json } from '../../../../core/json-path.ts';
import type { EntryKind } from '../../../../core/records/imports.ts';
import { textOf } from '../../../../core/text-of.ts';
import { classifyBounce } from '../bounces.ts';
import type { ListRow, OffsetList, Provider } from '../provider.ts';
import { sendgridDomains } from './domains.ts';
import { sendgridTemplates } from './templates.ts';
import { sendgridHooks } from './webhooks.ts';

const page = 500;

/** Epoch ms of SendGrid's epoch seconds; null when they are none. */
const momentOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value * 1000 : null;

const identity = (raw: unknown): string =>
  isObject(raw)
    ? [raw.email, raw.group_id, raw.created ?? raw.created_at].map(textOf).join(' ').slice(0, 1000)
    : '';

const arrayOf = (body: unknown): unknown[] | null => (Array.isArray(body) ? body : null);

function listed(
  raw: unknown,
  list: string,
  kind: (row: Json) => EntryKind | { skip: 'temporary_failure' | 'provider_block' },
): ListRow {
  if (!isObject(raw) || typeof raw.email !== 'string') return { skip: 'invalid_address' };
  const found = kind(raw);
  if (typeof found === 'object') return found;
  return { kind: found, address: raw.email, list, text: textOf(raw.reason), at: momentOf(raw.created) };
}

const bounceOf = (row: Json): 'bounce' | { skip: 'temporary_failure' | 'provider_block' } => {
  const found = classifyBounce({ status: textOf(row.status), text: textOf(row.reason) });
  return found === 'bounce' ? found : { skip: found };
};

/** A list whose additions after the start stay out by `end_time` (M21). */
const frozen = (name: string, row: OffsetList['row']): OffsetList => ({
  paging: 'offset',
  name,
  path: ({ offset, started }) =>
    `/v3/suppression/${name}?limit=${page}&offset=${offset}&end_time=${Math.floor(started / 1000)}`,
  rowsOf: arrayOf,
  row,
  identity,
});

/** Someone who left a group; one of no group left everything (M59). The list takes no end_time. */
function groupRow(raw: unknown, { started }: { started: number }): ListRow {
  if (!isObject(raw) || typeof raw.email !== 'string') return { skip: 'invalid_address' };
  const at = momentOf(raw.created_at);
  if (at !== null && at > started) return 'ignored';
  const group = Number(raw.group_id);
  const scoped = Number.isInteger(group) && group > 0;
  return {
    kind: scoped ? 'product_opt_out' : 'unsubscribe',
    address: raw.email,
    list: scoped ? `group-${group}` : 'group-none',
    text: '',
    at,
    ...(scoped && { scope: textOf(raw.group_name) || String(group) }),
  };
}

/** SendGrid: its suppression lists in their order, stronger reasons first (T8). */
export const sendgrid: Provider = {
  title: 'SendGrid',
  checks: [
    {
      field: 'api_key',
      path: '/v3/scopes',
      isSound: (body) => isObject(body) && Array.isArray(body.scopes),
    },
  ],
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  usual_wait_s: 60,
  page,
  templates: sendgridTemplates,
  lists: [
    frozen('spam_reports', (raw) => listed(raw, 'spam_reports', () => 'complaint')),
    frozen('bounces', (raw) => listed(raw, 'bounces', bounceOf)),
    frozen('invalid_emails', (raw) => listed(raw, 'invalid_emails', () => 'bounce')),
    frozen('unsubscribes', (raw) => listed(raw, 'unsubscribes', () => 'unsubscribe')),
    {
      paging: 'offset',
      name: 'asm/suppressions',
      path: ({ offset }) => `/v3/asm/suppressions?limit=${page}&offset=${offset}`,
      rowsOf: arrayOf,
      row: groupRow,
      identity,
    },
    frozen('blocks', () => ({ skip: 'provider_block' })),
  ],
  domains: sendgridDomains,
  webhooks: sendgridHooks,
};
