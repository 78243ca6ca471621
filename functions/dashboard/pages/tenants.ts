import type { z } from 'zod';
import { streamPolicies, tenantStatuses } from '../../../shared/core/records/tenants.ts';
import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import type { StatsAnswer } from '../../../shared/domain/tenant-admin/get-stats.ts';
import type { TenantRecord } from '../../../shared/domain/tenant-admin/tenant-record.ts';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { tenantRoutes, tenants } from '../../tenants/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { removalByName } from '../parts/confirm-pages.ts';
import { knownNames } from '../parts/known-names.tsx';
import { filterForm, listedBy, listPage } from '../parts/list.ts';
import { linkedNumbers, numberText, toEmails } from '../parts/numbers.ts';
import { formPage, get, newLink, pageOf, pathOf, post } from '../parts/pages.ts';
import {
  button,
  confirmLink,
  doneNote,
  empty,
  type FormField,
  facts,
  faults,
  fieldsOf,
  form,
  percent,
  status,
  table,
  time,
} from '../parts/parts.ts';
import { rampOf } from '../parts/ramp.ts';

type Stats = z.output<typeof StatsAnswer>;

/** Links to lists filtered by this tenant. */
const listsOf = (tenant: string): Html[] =>
  ['emails', 'domains', 'suppressions', 'opt-outs'].map(
    (list) => markup`<a href="/${list}?${new URLSearchParams({ tenant })}">${list}</a> `,
  );

const filters = [{ name: 'status', label: 'Status', values: tenantStatuses }];

const notes = {
  created: 'The tenant was created.',
  saved: 'The tenant was saved.',
  paused: 'The tenant is paused. Its new emails are refused.',
  resumed: 'The tenant can send again.',
  deleted: 'The tenant was deleted.',
};

const policies = streamPolicies.map((one) => [one, one.replaceAll('_', ' ')] as const);

const settingFields = (field: FormField): Html =>
  markup`${field({ name: 'name', label: 'Name', hint: 'Leave empty to use the external id' })}
${field({ name: 'default_from_domain', label: 'Default domain', names: 'domains', hint: 'Used when a From address has no domain. Leave empty for none' })}
${field({ name: 'stream_policy', label: 'Allowed email', options: policies })}
${field({ name: 'daily_limit', label: 'Recipients per day', type: 'number', hint: 'Leave empty to use only the account limits' })}`;

/** A whole number, or the unchanged text, which the operation rejects with an explanation. */
const whole = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);

function newBody(sent: URLSearchParams): Record<string, unknown> {
  const limit = sent.get('daily_limit');
  return {
    ...filled(sent, ['external_id', 'name', 'default_from_domain', 'stream_policy']),
    ...(limit && { daily_limit: whole(limit) }),
  };
}

/** The settings to save. An emptied field is cleared. */
function savedBody(sent: URLSearchParams): Record<string, unknown> {
  const limit = sent.get('daily_limit');
  return {
    name: sent.get('name') || null,
    default_from_domain: sent.get('default_from_domain') || null,
    ...filled(sent, ['stream_policy']),
    daily_limit: limit ? whole(limit) : null,
  };
}

const numbers = [
  'total',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'opened',
  'clicked',
] as const;

function numbersOf({ tenant: { external_id: tenant }, stats, ramp }: Stats): Html {
  const shown = numbers.map((name): [string, number] => [name === 'total' ? 'accepted' : name, stats[name]]);
  const within = { tenant, since: stats.from.slice(0, 10) };
  return markup`<h2>Last ${stats.days} days</h2>${linkedNumbers(shown, within)}${facts([
    ['Bounce rate', toEmails('bounced', percent(stats.bounce_rate), within)],
    ['Complaint rate', toEmails('complained', percent(stats.complaint_rate), within)],
    ['Queued', toEmails('queued', stats.queued, { tenant })],
    ['Scheduled', toEmails('scheduled', stats.scheduled, { tenant })],
  ])}${rampOf(ramp)}`;
}

/** Shown when the tenant may have more domains than this page lists. */
const moreDomains = (tenant: string): Html =>
  markup`<p>There may be more. <a href="/domains?${new URLSearchParams({ tenant })}">See all domains of this tenant</a></p>`;

/** Tenants: statistics, limits, domains, and the pause switch. */
export function tenantPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does, leads } = callsOf(ctx, tenantRoutes);
  const read = async (input: SessionInput) =>
    (await call<{ tenant: TenantRecord }>(input, 'GET /tenants/{tenant}')).tenant;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const found = await callList<TenantRecord>(input, 'GET /tenants');
    return listPage(input, {
      ...found,
      ...listedBy(ctx, tenants),
      notes,
      above: markup`${filterForm('/tenants', search, filters)}${newLink('/tenants/new', 'Create tenant')}`,
      heads: ['Name', 'External id', 'Status', 'Default domain', 'Recipients per day', 'Created'],
      row: (one) => [
        markup`<a href="${pathOf('/tenants', one.external_id, one.id)}">${outside(one.name)}</a>`,
        outside(one.external_id),
        status(one.status),
        outside(one.default_from_domain ?? '–'),
        one.daily_limit === null ? '–' : numberText(one.daily_limit),
        time(one.created_at),
      ],
      none: 'No tenants yet. A tenant is one of your customers, with its own domains, suppressions, and limits.',
    });
  }

  const hint = 'Your own id for this customer. You can’t change it later';
  const names = (input: SessionInput) => knownNames(ctx, input, ['domains']);
  const newPage = formPage(
    { name: 'Create a tenant', action: '/tenants/new', names },
    (field) => markup`${field({ name: 'external_id', label: 'External id', required: true, hint })}
${settingFields(field)}${button('Create tenant')}`,
  );

  async function show(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const [known, stats, { domains, next_cursor }] = await Promise.all([
      names(input),
      call<Stats>(input, 'GET /tenants/{tenant}/stats', { query: { days: '30' } }),
      call<{ domains: DomainRecord[]; next_cursor: string | null }>(input, 'GET /tenants/{tenant}/domains'),
    ]);
    const { tenant } = stats;
    const path = `/tenants/${tenant.id}`;
    const reason = fieldsOf(input.form, issues)({ name: 'reason', label: 'Reason' });
    const pause =
      tenant.status === 'paused'
        ? form(input, `${path}/resume`, button('Resume'))
        : form(input, `${path}/pause`, markup`${reason}${button('Pause', 'quiet')}`);
    const rows = domains.map(({ name, status: state }) => [
      markup`<a href="/domains/${name}">${outside(name)}</a>`,
      status(state),
    ]);
    const fields = settingFields(fieldsOf(input.form, issues, tenant));
    return pageOf(
      tenant.name,
      markup`${doneNote(input.search, notes)}${faults(issues)}${facts([
        ['Id', markup`<code data-copy="id">${tenant.id}</code>`],
        ['External id', outside(tenant.external_id)],
        ['Related lists', listsOf(tenant.external_id)],
        ['Status', status(tenant.status)],
        ['Paused reason', outside(tenant.paused_reason ?? '–')],
        ['Paused at', time(tenant.paused_at)],
        ['Metadata', tenant.metadata ? outside(JSON.stringify(tenant.metadata)) : '–'],
      ])}${pause}${numbersOf(stats)}
<h2>Domains</h2>${rows.length > 0 && table({ caption: 'Tenant domains', heads: ['Name', 'Status'], rows })}
${next_cursor !== null ? moreDomains(tenant.external_id) : rows.length === 0 && empty('This tenant has no domains of its own.')}
<h2>Settings</h2>${form(input, `${path}/save`, markup`${known}${fields}${button('Save')}`)}
<div class="actions">${confirmLink(`${path}/delete`, 'Delete')}</div>`,
      code,
    );
  }

  const changing = leads<{ tenant: TenantRecord }, keyof typeof notes>(({ tenant }) =>
    pathOf('/tenants', tenant.external_id, tenant.id),
  );
  const change = (done: keyof typeof notes, body: (sent: URLSearchParams) => Record<string, unknown>) =>
    showFormOnRefusal(show, changing('PATCH /tenants/{tenant}', done, body));

  const removal = removalByName(
    'tenant',
    read,
    ({ id, name }) => ({
      name: 'Delete tenant',
      action: `/tenants/${id}/delete`,
      text: markup`Deleting ${outside(name)} also deletes its suppressions. Its domains return to the account, and its keys stop working. Type its name to confirm.`,
      label: 'Delete',
      back: `/tenants/${id}`,
    }),
    does('DELETE /tenants/{tenant}', '/tenants?done=deleted'),
  );

  const scope = ['full'] as const;
  const pausing = (sent: URLSearchParams) => ({ status: 'paused', ...filled(sent, ['reason']) });
  return [
    get('/tenants', scope, list),
    get('/tenants/new', scope, newPage),
    post('/tenants/new', scope, showFormOnRefusal(newPage, changing('POST /tenants', 'created', newBody))),
    get('/tenants/{tenant}', scope, show),
    post('/tenants/{tenant}/save', scope, change('saved', savedBody)),
    post('/tenants/{tenant}/pause', scope, change('paused', pausing)),
    post(
      '/tenants/{tenant}/resume',
      scope,
      change('resumed', () => ({ status: 'active' })),
    ),
    get('/tenants/{tenant}/delete', scope, removal.ask),
    post('/tenants/{tenant}/delete', scope, removal.remove),
  ];
}
