import { isObject, type Json } from '../../../../core/json-path.ts';
import { textOf } from '../../../../core/text-of.ts';
import { offsetList } from '../../read-pages.ts';
import { classifyBounce } from '../bounces.ts';
import type { EntryRow, ListRow, PageList, Provider, Skipped } from '../provider.ts';
import { addressRow } from '../rows.ts';
import { sendgridDomains } from './domains.ts';
import { sendgridTemplates } from './templates.ts';
import { sendgridHooks } from './webhooks.ts';

const page = 500;

/** Whole epoch ms of SendGrid's epoch seconds; null when they are none. */
const momentOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.floor(value * 1000) : null;

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
      read: (body) => (Array.isArray(body) ? { rows: body as unknown[], total: null } : null),
    }),
});

type Said = Pick<EntryRow, 'kind'> | Skipped;

const suppression = (name: string, said: (row: Json) => Said): PageList =>
  list(
    name,
    { path: `/v3/suppression/${name}`, until: true },
    addressRow('email', (row, address) => {
      const found = said(row);
      if ('skip' in found) return found;
      return { ...found, address, list: name, text: textOf(row.reason), at: momentOf(row.created) };
    }),
  );

function bounce({ status, reason }: Json): Said {
  const found = classifyBounce({ status: textOf(status), text: textOf(reason) });
  return found === 'bounce' ? { kind: found } : { skip: found };
}

/** Someone who left a group; one of no group left everything (M59). */
const groupRow = addressRow('email', ({ group_id, group_name, created_at }, address): ListRow => {
  const group = Number(group_id);
  const about = { address, text: '', at: momentOf(created_at) };
  if (!Number.isInteger(group) || group <= 0) return { ...about, kind: 'unsubscribe', list: 'group-none' };
  const scope = textOf(group_name) || String(group);
  return { ...about, kind: 'product_opt_out', list: `group-${group}`, scope };
});

const blocked = { skip: 'provider_block' } as const;

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
    suppression('spam_reports', () => ({ kind: 'complaint' })),
    suppression('bounces', bounce),
    suppression('invalid_emails', () => ({ kind: 'bounce' })),
    suppression('unsubscribes', () => ({ kind: 'unsubscribe' })),
    list('asm/suppressions', { path: '/v3/asm/suppressions', until: false }, groupRow),
    list('blocks', { path: '/v3/suppression/blocks', until: true }, () => blocked),
  ],
  domains: sendgridDomains,
  webhooks: sendgridHooks,
};
