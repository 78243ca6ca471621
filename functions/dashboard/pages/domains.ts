import type { Issue } from '../../../shared/core/errors.ts';
import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import { domainStatus } from '../../../shared/domain/domains/domain-request.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import { markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { domainRoutes } from '../../domains/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { filtered, filterForm, pager, queryOf } from '../parts/list.ts';
import { live } from '../parts/live.ts';
import {
  asking,
  button,
  confirmation,
  copied,
  doneNote,
  empty,
  facts,
  faults,
  field,
  form,
  status,
  table,
  time,
} from '../parts/parts.ts';
import { applyPages } from './domain-apply.ts';
import { claimPages } from './domain-claims.ts';
import { rotationActions, rotationPages, rotationState } from './domain-rotation.ts';

const filters = [
  { name: 'status', label: 'Status', values: domainStatus.options },
  { name: 'tenant', label: 'Tenant' },
];

const notes = {
  added: 'The domain was added. Publish its records, then check them.',
  checked: 'The records are being checked.',
  saved: 'The settings were saved.',
  deleted: 'The domain was deleted.',
  applied: 'The records were written. Check them once DNS shows them.',
  forgotten: 'The stored credentials were deleted.',
  rotating: 'There is a new key. Publish its record, dkim_next.',
  kept: 'The new key was given up.',
};

const onOff = [
  ['true', 'On'],
  ['false', 'Off'],
] as const;

/** Sending domains: their records, what DNS says, and their settings (D24). */
export function domainPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, domainRoutes);
  const read = async ({ session, params }: SessionInput) =>
    (await operation<{ domain: DomainRecord }>(session.caller, 'GET /domains/{id}', { params })).domain;

  async function list({ session, search }: SessionInput): Promise<PageAnswer> {
    const query = queryOf(search, { limit: '25' });
    const { domains, next_cursor } = await operation<{ domains: DomainRecord[]; next_cursor: string | null }>(
      session.caller,
      'GET /domains',
      { query },
    );
    const rows = domains.map(({ name, status: state, tenant, verified_at }) => [
      markup`<a href="/domains/${name}">${outside(name)}</a>`,
      status(state),
      tenant ? filtered('/domains', 'tenant', tenant) : markup`–`,
      time(verified_at),
    ]);
    const writes = grants(session.caller.scopes, ['domains:write']);
    return {
      page: {
        name: 'Domains',
        content: markup`${doneNote(search, notes)}${filterForm('/domains', search, filters)}${writes ? markup`<p><a class="button" href="/domains/new">Add domain</a></p>` : nothing}
${domains.length === 0 ? empty('No domain yet. Mail is sent from addresses of your verified domains.', firstRequest(ctx, '/domains')) : table({ caption: 'Domains, newest first', heads: ['Name', 'Status', 'Tenant', 'Verified'], rows })}
${pager('/domains', search, next_cursor)}`,
      },
    };
  }

  function newPage(input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer {
    const { form: sent } = input;
    const fields = markup`${field({ name: 'name', label: 'Domain', value: sent.get('name'), required: true, hint: 'mail.example.com' }, issues)}
${field({ name: 'tenant', label: 'Tenant', value: sent.get('tenant'), hint: 'Empty: the account' }, issues)}${button('Add domain')}`;
    return {
      status: code,
      page: {
        name: 'Add a domain',
        content: markup`${faults(issues)}${form(input, '/domains/new', fields)}${code === 409 ? markup`<p><a href="/domains/claims/new?${new URLSearchParams({ name: sent.get('name') ?? '' })}">Claim the domain</a></p>` : nothing}`,
      },
    };
  }

  const create = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const body = filled(input.form, ['name', 'tenant']);
        const { domain } = await operation<{ domain: DomainRecord }>(input.session.caller, 'POST /domains', {
          body,
        });
        return seeOther(`/domains/${domain.name}?done=added`);
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function show(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const domain = await read(input);
    const { session, search } = input;
    const listed = table({
      caption: 'DNS records',
      heads: ['Purpose', 'Type', 'Name', 'Value', 'State'],
      rows: domain.records.map((record) => [
        record.purpose,
        record.type,
        copied('name', record.host),
        copied('value', record.priority === null ? record.value : `${record.priority} ${record.value}`),
        status(record.status),
      ]),
    });
    const records =
      domain.records.length === 0
        ? empty('No record has to be published: the operator of this deployment set the domain up.')
        : listed;
    const path = `/domains/${domain.id}`;
    const setting = (name: 'open_tracking' | 'click_tracking' | 'inbound_enabled', label: string) =>
      field({ name, label, value: String(domain[name]), options: onOff }, issues);
    const settings = form(
      input,
      `${path}/save`,
      markup`${domain.sending_enabled ? nothing : setting('inbound_enabled', 'Receives mail')}${setting('open_tracking', 'Track opens')}${setting('click_tracking', 'Track clicks')}
${field(
  {
    name: 'tls_mode',
    label: 'TLS',
    value: domain.tls_mode,
    options: [
      ['opportunistic', 'Opportunistic'],
      ['enforced', 'Enforced'],
    ],
  },
  issues,
)}${button('Save')}`,
    );
    const actions = markup`<div class="actions">${form(input, `${path}/verify`, button('Check now'))}<a class="button quiet" href="${path}/apply">Preview changes</a>${rotationActions(input, domain)}${asking(`${path}/delete`, 'Delete')}</div><h2>Settings</h2>${settings}`;
    const isMoving = ['pending', 'switching', 'reverting'].includes(domain.dkim_rotation?.status ?? '');
    const isFinal = domain.status === 'verified' && !isMoving;
    return {
      status: code,
      page: {
        name: domain.name,
        content: markup`${doneNote(search, notes)}${faults(issues)}${live(
          { path, every_s: 10, most_s: 600, final: isFinal, news: `Status: ${domain.status}` },
          markup`${facts([
            ['Status', status(domain.status)],
            ['Tenant', domain.tenant ? filtered('/domains', 'tenant', domain.tenant) : markup`–`],
            ['DNS host', outside(domain.dns_host.provider ?? 'unknown')],
            ['Last checked', time(domain.last_checked_at)],
            ['Verified', time(domain.verified_at)],
            ['Received mail', domain.inbound_enabled ? filtered('/received', 'domain', domain.name) : 'off'],
          ])}${records}${rotationState(domain)}`,
        )}${grants(session.caller.scopes, ['domains:write']) ? actions : nothing}`,
      },
    };
  }

  async function verify({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'POST /domains/{id}', { params, body: { action: 'verify' } });
    return seeOther(`/domains/${params.id}?done=checked`);
  }

  const save = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { session, params, form: sent } = input;
        const body = {
          ...Object.fromEntries(
            ['inbound_enabled', 'open_tracking', 'click_tracking'].flatMap((name) =>
              sent.has(name) ? [[name, sent.get(name) === 'true']] : [],
            ),
          ),
          ...filled(sent, ['tls_mode']),
        };
        await operation(session.caller, 'PATCH /domains/{id}', { params, body });
        return seeOther(`/domains/${params.id}?done=saved`);
      },
      (issues, code) => show(input, issues, code),
    );

  async function askDelete(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { name, id } = await read(input);
    const content = confirmation(input, {
      action: `/domains/${id}/delete`,
      text: markup`No mail can be sent from ${outside(name)} any more; what is scheduled from it fails. Type its name to delete it.`,
      label: 'Delete',
      back: `/domains/${name}`,
      fields: field({ name: 'confirm', label: 'Name of the domain', required: true }, issues),
    });
    return { status: code, page: { name: `Delete ${name}`, content: markup`${faults(issues)}${content}` } };
  }

  async function remove(input: SessionInput): Promise<PageAnswer> {
    const { name } = await read(input);
    if (input.form.get('confirm') !== name)
      return askDelete(
        input,
        [{ path: 'confirm', rule: 'format', message: 'This is not the name of the domain' }],
        400,
      );
    await operation(input.session.caller, 'DELETE /domains/{id}', { params: input.params });
    return seeOther('/domains?done=deleted');
  }

  const { page: applyPage, apply, forget } = applyPages(operation);
  const rotation = rotationPages(operation);
  const write = ['domains:write'] as const;
  return [
    ...claimPages(ctx),
    { method: 'GET', path: '/domains/{id}/apply', scope: write, run: (_, input) => applyPage(input) },
    { method: 'POST', path: '/domains/{id}/apply', scope: write, run: (_, input) => apply(input) },
    { method: 'POST', path: '/domains/{id}/forget', scope: write, run: (_, input) => forget(input) },
    {
      method: 'GET',
      path: '/domains/{id}/rotate-dkim',
      scope: write,
      run: (_, input) => rotation.ask(input),
    },
    {
      method: 'POST',
      path: '/domains/{id}/rotate-dkim',
      scope: write,
      run: (_, input) => rotation.begin(input),
    },
    {
      method: 'POST',
      path: '/domains/{id}/rotate-dkim/cancel',
      scope: write,
      run: (_, input) => rotation.cancel(input),
    },
    { method: 'GET', path: '/domains', scope: ['domains:read'], run: (_, input) => list(input) },
    { method: 'GET', path: '/domains/new', scope: write, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/domains/new', scope: write, run: (_, input) => create(input) },
    { method: 'GET', path: '/domains/{id}', scope: ['domains:read'], run: (_, input) => show(input) },
    { method: 'POST', path: '/domains/{id}/verify', scope: write, run: (_, input) => verify(input) },
    { method: 'POST', path: '/domains/{id}/save', scope: write, run: (_, input) => save(input) },
    { method: 'GET', path: '/domains/{id}/delete', scope: write, run: (_, input) => askDelete(input) },
    { method: 'POST', path: '/domains/{id}/delete', scope: write, run: (_, input) => remove(input) },
  ];
}
