import { AppError } from '../../../shared/core/errors.ts';
import { optOutCategories } from '../../../shared/core/records/lists.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import { csvLine, csvType } from '../../../shared/domain/suppressions/csv.ts';
import type { OptOutRecord } from '../../../shared/domain/suppressions/records.ts';
import { markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { suppressionRoutes } from '../../suppressions/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { filtered, filterForm, pager, queryOf } from '../parts/list.ts';
import { asking, confirmation, doneNote, empty, table, time } from '../parts/parts.ts';

const notes = { removed: 'The address gets mail of this category again.' };

type Listed = { opt_outs: OptOutRecord[]; next_cursor: string | null };

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

  async function list({ session, search }: SessionInput): Promise<PageAnswer> {
    const { opt_outs, next_cursor } = await operation<Listed>(session.caller, 'GET /opt-outs', {
      query: queryOf(search, { limit: '25' }),
    });
    const writes = grants(session.caller.scopes, ['suppressions:write']);
    const rows = opt_outs.map(({ email, category, tenant, email_id, created_at }) => [
      filtered('/emails', 'to', email),
      filtered('/opt-outs', 'category', category),
      tenant ? filtered('/opt-outs', 'tenant', tenant) : 'account',
      email_id ? markup`<a href="/emails/${email_id}">email</a>` : '–',
      time(created_at),
      writes
        ? asking(
            `/opt-outs/remove?${new URLSearchParams({ email, category, ...(tenant && { tenant }) })}`,
            'Remove',
            'link',
          )
        : nothing,
    ]);
    return {
      page: {
        name: 'Opt-outs',
        content: markup`${doneNote(search, notes)}${filterForm('/opt-outs', search, filters)}
${opt_outs.length === 0 ? empty('Nobody has unsubscribed. Who follows the link of a product mail or newsletter comes here.', firstRequest(ctx, '/opt-outs')) : table({ caption: 'Opt-outs, newest first', heads: ['Address', 'Category', 'List', 'Behind it', 'Since', 'Action'], rows })}
<p><a class="button quiet" href="/opt-outs/export?${queryOfExport(search)}">Export CSV</a></p>${pager('/opt-outs', search, next_cursor)}`,
      },
    };
  }

  /** The list, with the filters of its page, as a file. Throws 413 where it is too long for one answer. */
  async function exportCsv({ session, search }: SessionInput): Promise<PageAnswer> {
    const filters = Object.fromEntries(queryOfExport(search));
    const lines = [csvLine(['email', 'category', 'tenant', 'email_id', 'created_at'])];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { ...filters, limit: '100', ...(cursor && { cursor }) };
      const found: Listed = await operation<Listed>(session.caller, 'GET /opt-outs', { query });
      for (const { email, category, tenant, email_id, created_at } of found.opt_outs)
        lines.push(csvLine([email, category, tenant, email_id, created_at]));
      cursor = found.next_cursor;
      if (lines.length > maxLines) throw tooLong();
    } while (cursor !== null);
    return {
      body: lines.join(''),
      type: csvType,
      headers: { 'content-disposition': 'attachment; filename="opt-outs.csv"' },
    };
  }

  const ask = (input: SessionInput): PageAnswer => {
    const value = (name: string) => input.search.get(name) ?? '';
    const hidden = ['email', 'category', 'tenant'].map(
      (name) => markup`<input type="hidden" name="${name}" value="${value(name)}">`,
    );
    return {
      page: {
        name: 'Remove the opt-out',
        content: confirmation(input, {
          action: '/opt-outs/remove',
          text: markup`${outside(value('email'))} unsubscribed. Do this only where its owner asks for it.`,
          label: 'Remove',
          back: '/opt-outs',
          fields: markup`${hidden}`,
        }),
      },
    };
  };

  async function remove({ session, form: sent }: SessionInput): Promise<PageAnswer> {
    const query = filled(sent, ['email', 'category', 'tenant']);
    await operation(session.caller, 'DELETE /opt-outs', { query });
    return seeOther('/opt-outs?done=removed');
  }

  const write = ['suppressions:write'] as const;
  return [
    { method: 'GET', path: '/opt-outs', scope: ['suppressions:read'], run: (_, input) => list(input) },
    {
      method: 'GET',
      path: '/opt-outs/export',
      scope: ['suppressions:read'],
      run: (_, input) => exportCsv(input),
    },
    { method: 'GET', path: '/opt-outs/remove', scope: write, run: async (_, input) => ask(input) },
    { method: 'POST', path: '/opt-outs/remove', scope: write, run: (_, input) => remove(input) },
  ];
}
