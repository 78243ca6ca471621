import type { z } from 'zod';
import type { Issue } from '../../../shared/core/errors.ts';
import { streamPolicies, tenantStatuses } from '../../../shared/core/records/tenants.ts';
import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import type { StatsAnswer } from '../../../shared/domain/tenant-admin/get-stats.ts';
import type { TenantRecord } from '../../../shared/domain/tenant-admin/tenant-record.ts';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { tenantRoutes } from '../../tenants/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { filterForm, pager, queryOf } from '../parts/list.ts';
import {
  asking,
  button,
  confirmation,
  doneNote,
  empty,
  facts,
  faults,
  field,
  form,
  percent,
  status,
  table,
  time,
} from '../parts/parts.ts';
import { rampOf } from '../parts/ramp.ts';

type Stats = z.output<typeof StatsAnswer>;

/** What belongs to a tenant, by the lists that are filtered by it (D28). */
const listsOf = (tenant: string): Html[] =>
  ['emails', 'domains', 'suppressions', 'opt-outs'].map(
    (list) => markup`<a href="/${list}?${new URLSearchParams({ tenant })}">${list}</a> `,
  );

const filters = [{ name: 'status', label: 'Status', values: tenantStatuses }];

const notes = {
  created: 'The tenant was created.',
  saved: 'The tenant was saved.',
  paused: 'The tenant is paused: its new emails are refused.',
  resumed: 'The tenant sends again.',
  deleted: 'The tenant was deleted.',
};

const policies = streamPolicies.map((one) => [one, one.replaceAll('_', ' ')] as const);

function settingFields(sent: URLSearchParams, issues: Issue[], known?: TenantRecord): Html {
  const value = (name: string, now: string | number | null | undefined) =>
    sent.get(name) ?? String(now ?? '');
  return markup`${field({ name: 'name', label: 'Name', value: value('name', known?.name), hint: 'Empty: its external id' }, issues)}
${field({ name: 'default_from_domain', label: 'Default domain', value: value('default_from_domain', known?.default_from_domain), hint: 'Empty: none' }, issues)}
${field({ name: 'stream_policy', label: 'What it may send', value: value('stream_policy', known?.stream_policy), options: policies }, issues)}
${field({ name: 'daily_limit', label: 'Recipients a day', value: value('daily_limit', known?.daily_limit), type: 'number', hint: 'Empty: no limit of its own' }, issues)}`;
}

/** A whole number, or the text as it came: the operation says what is wrong with it. */
const whole = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);

function numbersOf({ stats, ramp }: Stats): Html {
  const names = [
    'total',
    'delivered',
    'bounced',
    'complained',
    'failed',
    'suppressed',
    'opened',
    'clicked',
  ] as const;
  const numbers = names.map(
    (name) => markup`<div><dt>${name === 'total' ? 'accepted' : name}</dt><dd>${stats[name]}</dd></div>`,
  );
  return markup`<h2>Last ${stats.days} days</h2><dl class="numbers">${numbers}</dl>${facts([
    ['Bounce rate', percent(stats.bounce_rate)],
    ['Complaint rate', percent(stats.complaint_rate)],
    ['Waiting', stats.queued],
    ['Scheduled', stats.scheduled],
  ])}${rampOf(ramp)}`;
}

/** Tenants: numbers, limits, domains, pause switch (D24). */
export function tenantPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, tenantRoutes);
  const read = async ({ session, params }: SessionInput) =>
    (await operation<{ tenant: TenantRecord }>(session.caller, 'GET /tenants/{tenant}', { params })).tenant;

  async function list({ session, search }: SessionInput): Promise<PageAnswer> {
    const { tenants, next_cursor } = await operation<{ tenants: TenantRecord[]; next_cursor: string | null }>(
      session.caller,
      'GET /tenants',
      { query: queryOf(search, { limit: '25' }) },
    );
    const rows = tenants.map(
      ({ external_id, name, status: state, default_from_domain, daily_limit, created_at }) => [
        markup`<a href="/tenants/${encodeURIComponent(external_id)}">${outside(name)}</a>`,
        outside(external_id),
        status(state),
        outside(default_from_domain ?? '–'),
        daily_limit ?? '–',
        time(created_at),
      ],
    );
    return {
      page: {
        name: 'Tenants',
        content: markup`${doneNote(search, notes)}${filterForm('/tenants', search, filters)}<p><a class="button" href="/tenants/new">Create tenant</a></p>
${tenants.length === 0 ? empty('No tenant yet. A tenant is a customer of yours with domains, suppressions and limits of its own.', firstRequest(ctx, '/tenants')) : table({ caption: 'Tenants, newest first', heads: ['Name', 'External id', 'Status', 'Default domain', 'A day', 'Created'], rows })}
${pager('/tenants', search, next_cursor)}`,
      },
    };
  }

  function newPage(input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer {
    const { form: sent } = input;
    const fields = markup`${field({ name: 'external_id', label: 'External id', value: sent.get('external_id'), required: true, hint: 'Your own id of this customer; it cannot change' }, issues)}
${settingFields(sent, issues)}${button('Create tenant')}`;
    return {
      status: code,
      page: {
        name: 'Create a tenant',
        content: markup`${faults(issues)}${form(input, '/tenants/new', fields)}`,
      },
    };
  }

  const create = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { form: sent, session } = input;
        const limit = sent.get('daily_limit');
        const { tenant } = await operation<{ tenant: TenantRecord }>(session.caller, 'POST /tenants', {
          body: {
            ...filled(sent, ['external_id', 'name', 'default_from_domain', 'stream_policy']),
            ...(limit && { daily_limit: whole(limit) }),
          },
        });
        return seeOther(`/tenants/${encodeURIComponent(tenant.external_id)}?done=created`);
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function show(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { session, params, search } = input;
    const [numbers, { domains }] = await Promise.all([
      operation<Stats>(session.caller, 'GET /tenants/{tenant}/stats', { params, query: { days: '30' } }),
      operation<{ domains: DomainRecord[] }>(session.caller, 'GET /tenants/{tenant}/domains', { params }),
    ]);
    const { tenant } = numbers;
    const path = `/tenants/${tenant.id}`;
    const pause =
      tenant.status === 'paused'
        ? form(input, `${path}/resume`, button('Resume'))
        : form(
            input,
            `${path}/pause`,
            markup`${field({ name: 'reason', label: 'Reason', value: input.form.get('reason') }, issues)}${button('Pause', 'quiet')}`,
          );
    const rows = domains.map(({ name, status: state }) => [
      markup`<a href="/domains/${name}">${outside(name)}</a>`,
      status(state),
    ]);
    return {
      status: code,
      page: {
        name: tenant.name,
        content: markup`${doneNote(search, notes)}${faults(issues)}${facts([
          ['Id', markup`<code data-copy="id">${tenant.id}</code>`],
          ['External id', outside(tenant.external_id)],
          ['Lists', listsOf(tenant.external_id)],
          ['Status', status(tenant.status)],
          ['Why paused', outside(tenant.paused_reason ?? '–')],
          ['Paused', tenant.paused_at ? time(tenant.paused_at) : '–'],
          ['Metadata', tenant.metadata ? outside(JSON.stringify(tenant.metadata)) : '–'],
        ])}${pause}${numbersOf(numbers)}
<h2>Domains</h2>${domains.length === 0 ? empty('It has no domain of its own.') : table({ caption: 'Domains of the tenant', heads: ['Name', 'Status'], rows })}
<h2>Settings</h2>${form(input, `${path}/save`, markup`${settingFields(input.form, issues, tenant)}${button('Save')}`)}
<div class="actions">${asking(`${path}/delete`, 'Delete')}</div>`,
      },
    };
  }

  const change = (
    input: SessionInput,
    body: Record<string, unknown>,
    done: keyof typeof notes,
  ): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { tenant } = await operation<{ tenant: TenantRecord }>(
          input.session.caller,
          'PATCH /tenants/{tenant}',
          {
            params: input.params,
            body,
          },
        );
        return seeOther(`/tenants/${encodeURIComponent(tenant.external_id)}?done=${done}`);
      },
      (issues, code) => show(input, issues, code),
    );

  const save = (input: SessionInput): Promise<PageAnswer> => {
    const { form: sent } = input;
    const clearing = Object.fromEntries(
      ['name', 'default_from_domain'].map((name) => [name, sent.get(name) || null]),
    );
    const limit = sent.get('daily_limit');
    const body = {
      ...clearing,
      ...filled(sent, ['stream_policy']),
      daily_limit: limit ? whole(limit) : null,
    };
    return change(input, body, 'saved');
  };

  async function ask(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { id, name } = await read(input);
    const content = confirmation(input, {
      action: `/tenants/${id}/delete`,
      text: markup`The suppressions of ${outside(name)} are deleted, its domains return to the account, and its keys are refused. Type its name to delete it.`,
      label: 'Delete',
      back: `/tenants/${id}`,
      fields: field({ name: 'confirm', label: 'Name of the tenant', required: true }, issues),
    });
    return {
      status: code,
      page: { name: 'Delete the tenant', content: markup`${faults(issues)}${content}` },
    };
  }

  async function remove(input: SessionInput): Promise<PageAnswer> {
    const { name } = await read(input);
    if (input.form.get('confirm') !== name)
      return ask(
        input,
        [{ path: 'confirm', rule: 'format', message: 'This is not the name of the tenant' }],
        400,
      );
    await operation(input.session.caller, 'DELETE /tenants/{tenant}', { params: input.params });
    return seeOther('/tenants?done=deleted');
  }

  const pause = (input: SessionInput) =>
    change(input, { status: 'paused', ...filled(input.form, ['reason']) }, 'paused');

  const scope = ['full'] as const;
  return [
    { method: 'GET', path: '/tenants', scope, run: (_, input) => list(input) },
    { method: 'GET', path: '/tenants/new', scope, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/tenants/new', scope, run: (_, input) => create(input) },
    { method: 'GET', path: '/tenants/{tenant}', scope, run: (_, input) => show(input) },
    { method: 'POST', path: '/tenants/{tenant}/save', scope, run: (_, input) => save(input) },
    { method: 'POST', path: '/tenants/{tenant}/pause', scope, run: (_, input) => pause(input) },
    {
      method: 'POST',
      path: '/tenants/{tenant}/resume',
      scope,
      run: (_, input) => change(input, { status: 'active' }, 'resumed'),
    },
    { method: 'GET', path: '/tenants/{tenant}/delete', scope, run: (_, input) => ask(input) },
    { method: 'POST', path: '/tenants/{tenant}/delete', scope, run: (_, input) => remove(input) },
  ];
}
