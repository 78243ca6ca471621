import { AppError } from '../../../shared/core/errors.ts';
import { optOutCategories } from '../../../shared/core/records/lists.ts';
import { csvLine } from '../../../shared/domain/suppressions/csv.ts';
import type { OptOutRecord } from '../../../shared/domain/suppressions/records.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { suppressionRoutes } from '../../suppressions/routes.ts';
import type { DashboardContext } from '../context.ts';
import { doing, filled } from '../parts/acting.ts';
import { csvAnswer } from '../parts/csv.ts';
import { firstRequest } from '../parts/curl.ts';
import { filtered, filterForm, type ListOf, listPage, queryOf } from '../parts/list.ts';
import { askingPage, get, may, post } from '../parts/pages.ts';
import { asking, empty, hidden, time } from '../parts/parts.ts';

const notes = { removed: 'The address gets mail of this category again.' };

type Listed = ListOf<'opt_outs', OptOutRecord>;

const [reading, writing] = [['suppressions:read'] as const, ['suppressions:write'] as const];

/** Lines of an export: about 4 MB, below what a function may answer. */
const maxLines = 30_000;

const tooLong = () =>
  new AppError('payload_too_large', `The list has more than ${maxLines} entries`, {
    hint: 'Filter it by tenant, or read GET /opt-outs page by page',
  });

/** The filters of the list, without its place. */
const queryOfExport = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams(filled(search, ['email', 'tenant']));

const filters = [
  { name: 'email', label: 'Address' },
  { name: 'category', label: 'Category', values: optOutCategories },
  { name: 'tenant', label: 'Tenant' },
];

/** Who unsubscribed from a category (D24). */
export function optOutPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, suppressionRoutes);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const { opt_outs, next_cursor } = await operation<Listed>(input, 'GET /opt-outs', {
      query: queryOf(search),
    });
    const writes = may(input, writing);
    return listPage(input, {
      name: 'Opt-outs',
      path: '/opt-outs',
      notes,
      above: filterForm('/opt-outs', search, filters),
      caption: 'Opt-outs, newest first',
      heads: ['Address', 'Category', 'List', 'Behind it', 'Since', 'Action'],
      rows: opt_outs.map(({ email, category, tenant, email_id, created_at }) => [
        filtered('/emails', 'to', email),
        filtered('/opt-outs', 'category', category),
        tenant ? filtered('/opt-outs', 'tenant', tenant) : 'account',
        email_id ? markup`<a href="/emails/${email_id}">email</a>` : '–',
        time(created_at),
        writes &&
          asking(
            `/opt-outs/remove?${new URLSearchParams({ email, category, ...(tenant && { tenant }) })}`,
            'Remove',
            'link',
          ),
      ]),
      none: empty(
        'Nobody has unsubscribed. Who follows the link of a product mail or newsletter comes here.',
        firstRequest(ctx, '/opt-outs'),
      ),
      foot: markup`<p><a class="button quiet" href="/opt-outs/export?${queryOfExport(search)}">Export CSV</a></p>`,
      next: next_cursor,
    });
  }

  /** The list, with the filters of its page, as a file. Throws 413 where it is too long for one answer. */
  async function exportCsv(input: SessionInput): Promise<PageAnswer> {
    const filters = Object.fromEntries(queryOfExport(input.search));
    const lines = [csvLine(['email', 'category', 'tenant', 'email_id', 'created_at'])];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { ...filters, limit: '100', ...(cursor && { cursor }) };
      const found: Listed = await operation<Listed>(input, 'GET /opt-outs', { query });
      for (const { email, category, tenant, email_id, created_at } of found.opt_outs)
        lines.push(csvLine([email, category, tenant, email_id, created_at]));
      cursor = found.next_cursor;
      if (lines.length > maxLines) throw tooLong();
    } while (cursor !== null);
    return csvAnswer('opt-outs', lines.join(''));
  }

  const ask = (input: SessionInput): PageAnswer => {
    const value = (name: string) => input.search.get(name) ?? '';
    return askingPage(input, {
      name: 'Remove the opt-out',
      action: '/opt-outs/remove',
      text: markup`${outside(value('email'))} unsubscribed. Do this only where its owner asks for it.`,
      label: 'Remove',
      back: '/opt-outs',
      fields: hidden({ email: value('email'), category: value('category'), tenant: value('tenant') }),
    });
  };

  const remove = doing(operation)('DELETE /opt-outs', '/opt-outs?done=removed', ({ form: sent }) => ({
    query: filled(sent, ['email', 'category', 'tenant']),
  }));

  return [
    get('/opt-outs', reading, list),
    get('/opt-outs/export', reading, exportCsv),
    get('/opt-outs/remove', writing, ask),
    post('/opt-outs/remove', writing, remove),
  ];
}
