import { suppressionReasons } from '../../../shared/core/records/lists.ts';
import type { SuppressionRecord } from '../../../shared/domain/suppressions/records.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { suppressionRoutes, suppressions } from '../../suppressions/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.ts';
import { knownNames } from '../parts/known-names.tsx';
import { filtered, filterForm, listedBy, listPage } from '../parts/list.ts';
import { get, may, post } from '../parts/pages.ts';
import { button, confirmLink, faults, fieldsOf, form, hidden, time } from '../parts/parts.ts';
import { exportCsv, importCsv, importForm, ofImport } from '../parts/suppression-csv.ts';
import type { Filter } from '../ui/filters.tsx';

const [reading, writing] = [['suppressions:read'] as const, ['suppressions:write'] as const];

const notes = {
  nothing: 'The file contains no addresses.',
  added: 'The address is suppressed.',
  removed: 'The address can receive email again.',
};

const filters: Filter[] = [
  { name: 'email', label: 'Address' },
  { name: 'reason', label: 'Reason', values: suppressionReasons },
  { name: 'tenant', label: 'Tenant', names: 'tenants' },
];

const withTenant = (path: string, query: Record<string, string>, tenant: string | null): string => {
  const search = new URLSearchParams({ ...query, ...(tenant && { tenant }) });
  return search.size > 0 ? `${path}?${search}` : path;
};

/** The suppression list: blocked addresses and the reasons. */
export function suppressionPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, suppressionRoutes);

  async function list(input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> {
    const { search } = input;
    const [found, names] = await Promise.all([
      callList<SuppressionRecord>(input, 'GET /suppressions'),
      knownNames(ctx, input, ['tenants']),
    ]);
    const writes = may(input, writing);
    // The import form on this page also has a field with this name.
    const isImport = input.path === '/suppressions/import';
    const field = fieldsOf(isImport ? new URLSearchParams() : input.form, issues);
    const fields = markup`${field({ name: 'email', label: 'Email', required: true })}
${field({ name: 'note', label: 'Note' })}${field({ name: 'tenant', label: 'Tenant', names: 'tenants', hint: 'Leave empty for the account list' })}${button('Add address')}`;
    return listPage(input, {
      ...found,
      ...listedBy(ctx, suppressions),
      notes,
      status,
      above: markup`${names}${filterForm('/suppressions', search, filters)}
<p><a class="button quiet" href="${withTenant('/suppressions/export', {}, search.get('tenant'))}">Export CSV</a> <a href="/opt-outs">Opt-outs</a></p>`,
      caption: 'Suppressed addresses, newest first',
      heads: ['Address', 'Reason', 'Source', 'List', 'Source email and note', 'Since', 'Action'],
      row: ({ email, tenant, reason, source, note, email_id, created_at }) => [
        filtered('/emails', 'to', email),
        filtered('/suppressions', 'reason', reason),
        source,
        tenant ? filtered('/suppressions', 'tenant', tenant) : 'account',
        markup`${email_id && markup`<a href="/emails/${email_id}">View email</a> `}${outside(note ?? '')}`,
        time(created_at),
        writes && confirmLink(withTenant('/suppressions/remove', { email }, tenant), 'Remove', 'link'),
      ],
      none: 'No suppressed addresses. Bounces and complaints are added automatically.',
      below:
        writes &&
        markup`<h2>Add an address</h2>${faults(issues)}${form(input, '/suppressions/add', fields)}${importForm(input, issues)}`,
    });
  }

  const ask = (input: SessionInput): Asked => {
    const { search } = input;
    const [email, tenant] = [search.get('email') ?? '', search.get('tenant') ?? ''];
    return {
      name: 'Remove from suppressions',
      text: markup`Email to ${outside(email)} can be sent again. Remove the address only if its owner asks you to.`,
      label: 'Remove',
      back: '/suppressions',
      fields: hidden({ email, tenant }),
    };
  };

  const add = does('POST /suppressions', '/suppressions?done=added', ({ form: sent }) => ({
    body: filled(sent, ['email', 'note', 'tenant']),
  }));
  const remove = does('DELETE /suppressions', '/suppressions?done=removed', ({ form: sent }) => ({
    query: filled(sent, ['email', 'tenant']),
  }));

  return [
    get('/suppressions', reading, list),
    get('/suppressions/export', reading, (input) => exportCsv(call, input)),
    post(
      '/suppressions/import',
      writing,
      showFormOnRefusal(
        (input, { issues, status }) => list(input, { issues: ofImport(issues), status }),
        (input) => importCsv(ctx, call, input),
      ),
    ),
    post('/suppressions/add', writing, showFormOnRefusal(list, add)),
    ...confirmPages('/suppressions/remove', writing, ask, remove),
  ];
}
