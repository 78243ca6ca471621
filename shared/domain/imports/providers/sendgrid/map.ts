import { isObject, type Json } from '../../../../core/json-path.ts';
import type { EntryKind } from '../../../../core/records/imports.ts';
import { textOf } from '../../../../core/text-of.ts';
import { offsetList } from '../../read-pages.ts';
import { classifyBounce } from '../bounces.ts';
import type { ListRow, PageList, Provider } from '../provider.ts';
import { sendgridDomains } from './domains.ts';
import { sendgridTemplates } from './templates.ts';
import { sendgridHooks } from './webhooks.ts';

const page = 500;

/** Epoch ms of SendGrid's epoch seconds; null when they are none. */
const momentOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value * 1000 : null;

const read = (body: unknown) => (Array.isArray(body) ? { rows: body as unknown[], total: null } : null);

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

/** A list by number of rows; `until`: its additions after the start stay out. */
const list = (
  name: string,
  { path, until }: { path: string; until: boolean },
  row: PageList['row'],
): PageList => ({
  paging: 'rows',
  name,
  row,
  pages: ({ started }) =>
    offsetList({
      path: (offset) => {
        const end = until ? `&end_time=${Math.floor(started / 1000)}` : '';
        return `${path}?limit=${page}&offset=${offset}${end}`;
      },
      limit: page,
      read,
    }),
});

const suppression = (name: string, row: PageList['row']): PageList =>
  list(name, { path: `/v3/suppression/${name}`, until: true }, row);

/** Someone who left a group; one of no group left everything (M59). */
function groupRow(raw: unknown): ListRow {
  if (!isObject(raw) || typeof raw.email !== 'string') return { skip: 'invalid_address' };
  const group = Number(raw.group_id);
  const scoped = Number.isInteger(group) && group > 0;
  return {
    kind: scoped ? 'product_opt_out' : 'unsubscribe',
    address: raw.email,
    list: scoped ? `group-${group}` : 'group-none',
    text: '',
    at: momentOf(raw.created_at),
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
    suppression('spam_reports', (raw) => listed(raw, 'spam_reports', () => 'complaint')),
    suppression('bounces', (raw) => listed(raw, 'bounces', bounceOf)),
    suppression('invalid_emails', (raw) => listed(raw, 'invalid_emails', () => 'bounce')),
    suppression('unsubscribes', (raw) => listed(raw, 'unsubscribes', () => 'unsubscribe')),
    list('asm/suppressions', { path: '/v3/asm/suppressions', until: false }, groupRow),
    suppression('blocks', () => ({ skip: 'provider_block' })),
  ],
  domains: sendgridDomains,
  webhooks: sendgridHooks,
};
