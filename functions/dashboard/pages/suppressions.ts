import type { Issue } from '../../../shared/core/errors.ts';
import { suppressionReasons } from '../../../shared/core/records/lists.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { SuppressionRecord } from '../../../shared/domain/suppressions/records.ts';
import { markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { suppressionRoutes } from '../../suppressions/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { filtered, filterForm, pager, queryOf } from '../parts/list.ts';
import {
  asking,
  button,
  confirmation,
  doneNote,
  empty,
  faults,
  field,
  form,
  table,
  time,
} from '../parts/parts.ts';
import { exportCsv, importCsv, importForm } from './suppression-csv.ts';

const notes = {
  nothing: 'The file had no address.',
  added: 'The address is suppressed.',
  removed: 'The address gets mail again.',
};

const filters = [
  { name: 'email', label: 'Address' },
  { name: 'reason', label: 'Reason', values: suppressionReasons },
  { name: 'tenant', label: 'List of the tenant' },
];

/** The suppression list: who gets no mail, and why (D24). */
export function suppressionPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, suppressionRoutes);

  async function list(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { session, search, form: sent } = input;
    const query = queryOf(search, { limit: '25' });
    const page = await operation<{ suppressions: SuppressionRecord[]; next_cursor: string | null }>(
      session.caller,
      'GET /suppressions',
      { query },
    );
    const writes = grants(session.caller.scopes, ['suppressions:write']);
    const row = ({ email, tenant, reason, source, note, email_id, created_at }: SuppressionRecord) => [
      filtered('/emails', 'to', email),
      filtered('/suppressions', 'reason', reason),
      source,
      tenant ? filtered('/suppressions', 'tenant', tenant) : markup`account`,
      email_id ? markup`<a href="/emails/${email_id}">email</a>` : outside(note ?? '–'),
      time(created_at),
      writes
        ? asking(
            `/suppressions/remove?${new URLSearchParams({ email, ...(tenant && { tenant }) })}`,
            'Remove',
            'link',
          )
        : nothing,
    ];
    const add = markup`<h2>Add an address</h2>${faults(issues)}${form(
      input,
      '/suppressions/add',
      markup`${field({ name: 'email', label: 'Email', value: sent.get('email'), required: true }, issues)}
${field({ name: 'note', label: 'Note', value: sent.get('note') }, issues)}${field({ name: 'tenant', label: 'Tenant', value: sent.get('tenant'), hint: 'Empty: the list of the account' }, issues)}${button('Add')}`,
    )}${importForm(input)}`;
    return {
      status: code,
      page: {
        name: 'Suppressions',
        content: markup`${doneNote(search, notes)}${filterForm('/suppressions', search, filters)}
<p><a class="button quiet" href="/suppressions/export${search.get('tenant') ? `?${new URLSearchParams({ tenant: search.get('tenant') ?? '' })}` : ''}">Export CSV</a> <a href="/opt-outs">Opt-outs</a></p>
${page.suppressions.length === 0 ? empty('No address is suppressed. Bounces and complaints come here by themselves.', firstRequest(ctx, '/suppressions')) : table({ caption: 'Suppressed addresses, newest first', heads: ['Address', 'Reason', 'Source', 'List', 'Behind it', 'Since', 'Action'], rows: page.suppressions.map(row) })}
${pager('/suppressions', search, page.next_cursor)}${writes ? add : nothing}`,
      },
    };
  }

  const add = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const body = filled(input.form, ['email', 'note', 'tenant']);
        await operation(input.session.caller, 'POST /suppressions', { body });
        return seeOther('/suppressions?done=added');
      },
      (issues, status) => list(input, issues, status),
    );

  const ask = (input: SessionInput): PageAnswer => {
    const { search } = input;
    const [email, tenant] = [search.get('email') ?? '', search.get('tenant') ?? ''];
    return {
      page: {
        name: 'Remove from suppressions',
        content: confirmation(input, {
          action: '/suppressions/remove',
          text: markup`Mail to ${outside(email)} will be sent again. Do this only where its owner asks for it.`,
          label: 'Remove',
          back: '/suppressions',
          fields: markup`<input type="hidden" name="email" value="${email}"><input type="hidden" name="tenant" value="${tenant}">`,
        }),
      },
    };
  };

  async function remove({ session, form: sent }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /suppressions', { query: filled(sent, ['email', 'tenant']) });
    return seeOther('/suppressions?done=removed');
  }

  return [
    { method: 'GET', path: '/suppressions', scope: ['suppressions:read'], run: (_, input) => list(input) },
    {
      method: 'GET',
      path: '/suppressions/export',
      scope: ['suppressions:read'],
      run: (_, input) => exportCsv(operation, input),
    },
    {
      method: 'POST',
      path: '/suppressions/import',
      scope: ['suppressions:write'],
      run: (_, input) => importCsv(ctx, operation, input),
    },
    {
      method: 'POST',
      path: '/suppressions/add',
      scope: ['suppressions:write'],
      run: (_, input) => add(input),
    },
    {
      method: 'GET',
      path: '/suppressions/remove',
      scope: ['suppressions:write'],
      run: async (_, input) => ask(input),
    },
    {
      method: 'POST',
      path: '/suppressions/remove',
      scope: ['suppressions:write'],
      run: (_, input) => remove(input),
    },
  ];
}
