import { suppressionReasons } from '../../../shared/core/records/lists.ts';
import { outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { suppressionRoutes, suppressions } from '../../suppressions/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { filtered, listedBy, listPage, withShortcuts } from '../parts/list.tsx';
import { get, may, newLink, pageOf, post } from '../parts/pages.tsx';
import { confirmLink, Form, faults, fieldsOf, hidden, time } from '../parts/parts.tsx';
import { exportCsv, importCsv, importForm, ofImport } from '../parts/suppression-csv.tsx';
import { Button } from '../ui/elements.tsx';
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

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const [found, names] = await Promise.all([
      callList(input, 'GET /suppressions'),
      knownNames(ctx, input, ['tenants']),
    ]);
    const writes = may(input, writing);
    return listPage(input, {
      ...found,
      ...listedBy(ctx, suppressions),
      notes,
      action: (
        <div class="actions">
          <a class="button quiet" href={withTenant('/suppressions/export', {}, search.get('tenant'))}>
            Export CSV
          </a>
          {writes && newLink('/suppressions/new', 'Add addresses')}
        </div>
      ),
      names,
      filters,
      find: 'Search by address',
      caption: 'Suppressed addresses, newest first',
      heads: [
        'Address',
        'Reason',
        'Source',
        'List',
        'Email and note',
        'Since',
        ...(writes ? ['Action'] : []),
      ],
      row: ({ email, tenant, reason, source, note, email_id, created_at }) => [
        filtered('/emails', 'to', email),
        filtered('/suppressions', 'reason', reason),
        source,
        tenant ? filtered('/suppressions', 'tenant', tenant) : 'account',
        <>
          {email_id && <a href={`/emails/${email_id}`}>View email</a>} {outside(note ?? '')}
        </>,
        time(created_at),
        ...(writes
          ? [confirmLink(withTenant('/suppressions/remove', { email }, tenant), 'Remove', 'link')]
          : []),
      ],
      none: 'No suppressed addresses. Bounces and complaints are added automatically.',
    });
  }

  async function newPage(input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> {
    // Both forms have fields with these names.
    const isImport = input.path === '/suppressions/import';
    const field = fieldsOf(isImport ? new URLSearchParams() : input.form, issues);
    return pageOf(
      'Add addresses',
      <>
        {await knownNames(ctx, input, ['tenants'])}
        {faults(issues)}
        <div class="columns">
          <section class="card">
            <h2>One address</h2>
            <Form input={input} action="/suppressions/add">
              {field({ name: 'email', label: 'Email', required: true })}
              {field({ name: 'note', label: 'Note', hint: 'Shown in the list' })}
              {field({
                name: 'tenant',
                label: 'Tenant',
                names: 'tenants',
                hint: 'Leave empty for the account list',
              })}
              <Button label="Add address" />
            </Form>
          </section>
          {importForm(input, issues)}
        </div>
      </>,
      status,
    );
  }

  const byAddress = () => 'email';

  const ask = (input: SessionInput): Asked => {
    const { search } = input;
    const [email, tenant] = [search.get('email') ?? '', search.get('tenant') ?? ''];
    return {
      name: 'Remove from suppressions',
      text: (
        <>Removing {outside(email)} lets you send email to it again. Do this only if its owner asks you to.</>
      ),
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
    get('/suppressions', reading, withShortcuts(ctx, list, byAddress)),
    get('/suppressions/export', reading, (input) => exportCsv(call, input)),
    get('/suppressions/new', writing, newPage),
    post(
      '/suppressions/import',
      writing,
      showFormOnRefusal(
        (input, { issues, status }) => newPage(input, { issues: ofImport(issues), status }),
        (input) => importCsv(ctx, call, input),
      ),
    ),
    post('/suppressions/add', writing, showFormOnRefusal(newPage, add)),
    ...confirmPages('/suppressions/remove', writing, ask, remove),
  ];
}
