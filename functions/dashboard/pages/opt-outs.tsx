import { AppError } from '../../../shared/core/errors.ts';
import { optOutCategories } from '../../../shared/core/records/lists.ts';
import { csvLine } from '../../../shared/domain/suppressions/csv.ts';
import type { OptOutRecord } from '../../../shared/domain/suppressions/records.ts';
import { outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { optOuts, suppressionRoutes } from '../../suppressions/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { filtered, listedBy, listPage, withShortcuts } from '../parts/list.tsx';
import { numberText } from '../parts/numbers.tsx';
import { csvAnswer, get, may } from '../parts/pages.tsx';
import { confirmLink, hidden, time } from '../parts/parts.tsx';
import type { Filter } from '../ui/filters.tsx';

const notes = { removed: 'The opt-out was removed. The address can receive this category again.' };

type Answer = { opt_outs: OptOutRecord[]; next_cursor: string | null };

const [reading, writing] = [['suppressions:read'] as const, ['suppressions:write'] as const];

/** Max lines of an export: about 4 MB, below a function's response limit. */
const maxLines = 30_000;

const tooLong = () =>
  new AppError('payload_too_large', `The list has more than ${numberText(maxLines)} entries`, {
    hint: 'Filter the list by tenant, or page through GET /opt-outs',
  });

/** The filters of the list, without its cursor. */
const queryOfExport = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams(filled(search, ['email', 'category', 'tenant']));

const filters: Filter[] = [
  { name: 'email', label: 'Address' },
  { name: 'category', label: 'Category', values: optOutCategories },
  { name: 'tenant', label: 'Tenant', names: 'tenants' },
];

/** Recipients who unsubscribed from a category. */
export function optOutPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, suppressionRoutes);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const [found, names] = await Promise.all([
      callList(input, 'GET /opt-outs'),
      knownNames(ctx, input, ['tenants']),
    ]);
    const writes = may(input, writing);
    return listPage(input, {
      ...found,
      ...listedBy(ctx, optOuts),
      notes,
      action: (
        <div class="actions">
          <a class="button quiet" href={`/opt-outs/export?${queryOfExport(search)}`}>
            Export CSV
          </a>
        </div>
      ),
      names,
      filters,
      find: 'Search by address',
      heads: ['Address', 'Category', 'List', 'Source email', 'Since', ...(writes ? ['Action'] : [])],
      row: ({ email, category, tenant, email_id, created_at }) => [
        filtered('/emails', 'to', email),
        filtered('/opt-outs', 'category', category),
        tenant ? filtered('/opt-outs', 'tenant', tenant) : 'account',
        email_id ? <a href={`/emails/${email_id}`}>View email</a> : '–',
        time(created_at),
        ...(writes
          ? [
              confirmLink(
                `/opt-outs/remove?${new URLSearchParams({ email, category, ...(tenant && { tenant }) })}`,
                'Remove',
                'link',
              ),
            ]
          : []),
      ],
      none: 'No one has unsubscribed yet. Recipients who use the unsubscribe link appear here.',
    });
  }

  /** The filtered list as a file. Throws 413 if it is too long for one response. */
  async function exportCsv(input: SessionInput): Promise<PageAnswer> {
    const filters = Object.fromEntries(queryOfExport(input.search));
    const lines = [csvLine(['email', 'category', 'tenant', 'email_id', 'created_at'])];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { ...filters, limit: '100', ...(cursor && { cursor }) };
      const asked = { query, further: cursor !== null };
      const found: Answer = await call(input, 'GET /opt-outs', asked);
      for (const { email, category, tenant, email_id, created_at } of found.opt_outs)
        lines.push(csvLine([email, category, tenant, email_id, created_at]));
      cursor = found.next_cursor;
      if (lines.length > maxLines) throw tooLong();
    } while (cursor !== null);
    return csvAnswer('opt-outs', lines.join(''));
  }

  const byAddress = () => 'email';

  const ask = (input: SessionInput): Asked => {
    const value = (name: string) => input.search.get(name) ?? '';
    return {
      name: 'Remove opt-out',
      text: (
        <>
          Removing the opt-out lets you send this category to {outside(value('email'))} again. Do this only if
          the recipient asks you to.
        </>
      ),
      label: 'Remove',
      back: '/opt-outs',
      fields: hidden({ email: value('email'), category: value('category'), tenant: value('tenant') }),
    };
  };

  const remove = does('DELETE /opt-outs', '/opt-outs?done=removed', ({ form: sent }) => ({
    query: filled(sent, ['email', 'category', 'tenant']),
  }));

  return [
    get('/opt-outs', reading, withShortcuts(ctx, list, byAddress)),
    get('/opt-outs/export', reading, exportCsv),
    ...confirmPages('/opt-outs/remove', writing, ask, remove),
  ];
}
