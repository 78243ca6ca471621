import type { z } from 'zod';
import { streamPolicies, tenantStatuses } from '../../../shared/core/records/tenants.ts';
import type { Id } from '../../../shared/core/runtime.ts';
import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import type { StatsAnswer } from '../../../shared/domain/tenant-admin/get-stats.ts';
import type { TenantRecord } from '../../../shared/domain/tenant-admin/tenant-record.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { tenantRoutes, tenants } from '../../tenants/routes.ts';
import type { DashboardContext } from '../context.ts';
import { type BodyOf, filled, type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf, type NameWith } from '../parts/calls.ts';
import { removalPages } from '../parts/confirm-pages.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { listedBy, listPage } from '../parts/list.tsx';
import { Ramp } from '../parts/metrics/ramp.tsx';
import { Totals } from '../parts/metrics/totals.tsx';
import { weekHeads, weekOf } from '../parts/metrics/week.tsx';
import { numberText, toEmails } from '../parts/numbers.tsx';
import { formPage, get, newLink, pageOf, pathOf, post } from '../parts/pages.tsx';
import { confirmLink, doneNote, Form, type FormField, faults, fieldsOf, time } from '../parts/parts.tsx';
import { Badge, Button, Empty, Facts } from '../ui/elements.tsx';
import { Table } from '../ui/table.tsx';

type Stats = z.output<typeof StatsAnswer>;

/** Links to lists filtered by this tenant. */
const ListsOf = ({ tenant }: { tenant: string }): Html => (
  <span class="inline">
    {['emails', 'domains', 'suppressions', 'opt-outs'].map((list) => (
      <a href={`/${list}?${new URLSearchParams({ tenant })}`}>{list}</a>
    ))}
  </span>
);

const filters = [{ name: 'status', label: 'Status', values: tenantStatuses }];

const notes = {
  created: 'The tenant was created.',
  saved: 'The tenant was saved.',
  paused: 'The tenant is paused. Its new emails are rejected.',
  resumed: 'The tenant can send again.',
  deleted: 'The tenant was deleted.',
};

type Done = keyof typeof notes;

const policies = streamPolicies.map((one) => [one, one.replaceAll('_', ' ')] as const);

const settingFields = (field: FormField): Html => (
  <>
    {field({ name: 'name', label: 'Name', hint: 'Leave empty to use the external id' })}
    {field({
      name: 'default_from_domain',
      label: 'Default domain',
      names: 'domains',
      hint: 'Used when a From address has no domain. Leave empty for none',
    })}
    {field({ name: 'stream_policy', label: 'Allowed email', options: policies })}
    {field({
      name: 'daily_limit',
      label: 'Recipients per day',
      type: 'number',
      hint: 'Leave empty to use only the account limits',
    })}
  </>
);

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

function Numbers({ tenant: { external_id: tenant }, stats, ramp }: Stats): Html {
  const within = { tenant, since: stats.from.slice(0, 10) };
  return (
    <>
      <div class="titled">
        <h2>Last {stats.days} days</h2>
        <a href={`/metrics?${new URLSearchParams({ tenant })}`}>See metrics</a>
      </div>
      <Totals counts={{ ...stats, accepted: stats.total }} within={within} />
      <div class="columns">
        <section>
          <h2>Not sent</h2>
          <Facts
            entries={[
              ['Queued', toEmails('queued', stats.queued, { tenant })],
              ['Scheduled', toEmails('scheduled', stats.scheduled, { tenant })],
              ['Failed', toEmails('failed', stats.failed, within)],
              ['Suppressed', toEmails('suppressed', stats.suppressed, within)],
            ]}
          />
        </section>
        <section>
          <Ramp {...ramp} />
        </section>
      </div>
    </>
  );
}

type DomainList = { domains: DomainRecord[]; next_cursor: string | null };

function Domains({ tenant, list: { domains, next_cursor } }: { tenant: string; list: DomainList }): Html {
  const rows = domains.map(({ name, status }) => [
    <a href={`/domains/${name}`}>{outside(name)}</a>,
    <Badge word={status} />,
  ]);
  return (
    <>
      <h2>Domains</h2>
      {rows.length > 0 && <Table caption="Tenant domains" heads={['Name', 'Status']} rows={rows} />}
      {next_cursor !== null && (
        <p>
          There may be more.{' '}
          <a href={`/domains?${new URLSearchParams({ tenant })}`}>See all of this tenant’s domains</a>
        </p>
      )}
      {next_cursor === null && rows.length === 0 && (
        <Empty text="This tenant doesn’t have its own domains." />
      )}
    </>
  );
}

/** Why the tenant can't send, with the way out; or the way to stop it. */
function Pause({
  input,
  tenant,
  issues = [],
}: { input: SessionInput; tenant: TenantRecord } & Refused): Html {
  const path = `/tenants/${tenant.id}`;
  if (tenant.status === 'paused')
    return (
      <div class="fault paused">
        <p>
          Paused since {time(tenant.paused_at)}. New emails are rejected.
          {tenant.paused_reason !== null && <> Reason: {outside(tenant.paused_reason)}</>}
        </p>
        <Form input={input} action={`${path}/resume`}>
          <Button label="Resume" />
        </Form>
      </div>
    );
  return (
    <details class="card pause" open={issues.length > 0 && input.path.endsWith('/pause')}>
      <summary>Pause this tenant</summary>
      <p>New emails are rejected until you resume it. Queued emails are still sent.</p>
      <Form input={input} action={`${path}/pause`}>
        {fieldsOf(input.form, issues)({ name: 'reason', label: 'Reason' })}
        <Button label="Pause" kind="quiet" />
      </Form>
    </details>
  );
}

/** Tenants: statistics, limits, domains, and the pause switch. */
export function tenantPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, tenantRoutes);
  const scope = ['full'] as const;
  const read = async (input: SessionInput) => (await call(input, 'GET /tenants/{tenant}')).tenant;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const found = await callList(input, 'GET /tenants');
    const week = await weekOf(ctx, input, found.items, {
      read: (items, range) =>
        ctx.counters.readDaysOf(
          items.map(({ id }) => id as Id<'ten'>),
          range,
        ),
      withinOf: ({ external_id }) => ({ tenant: external_id }),
    });
    return listPage(input, {
      ...found,
      ...listedBy(ctx, tenants),
      notes,
      action: newLink('/tenants/new', 'Create tenant'),
      filters,
      heads: ['Name', 'External id', 'Status', ...weekHeads, 'Daily limit', 'Created'],
      numeric: [...weekHeads, 'Daily limit'],
      row: (one) => [
        <a href={pathOf('/tenants', one.external_id, one.id)}>{outside(one.name)}</a>,
        outside(one.external_id),
        <Badge word={one.status} />,
        ...(week.get(one) ?? []),
        one.daily_limit === null ? '–' : numberText(one.daily_limit),
        time(one.created_at),
      ],
      none: 'No tenants yet. A tenant is one of your customers, with its own domains, suppressions, and limits.',
    });
  }

  const hint = 'Your own id for this customer. You can’t change it later';
  const names = (input: SessionInput) => knownNames(ctx, input, ['domains']);
  const newPage = formPage({ name: 'Create a tenant', action: '/tenants/new' }, async (field, input) => (
    <>
      {await names(input)}
      {field({ name: 'external_id', label: 'External id', required: true, hint })}
      {settingFields(field)}
      <Button label="Create tenant" />
    </>
  ));

  async function show(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const [known, stats, domains] = await Promise.all([
      names(input),
      call(input, 'GET /tenants/{tenant}/stats', { query: { days: '30' } }),
      call(input, 'GET /tenants/{tenant}/domains'),
    ]);
    const { tenant } = stats;
    const path = `/tenants/${tenant.id}`;
    return pageOf(
      tenant.name,
      <>
        {doneNote(input.search, notes)}
        {faults(issues)}
        {tenant.status === 'paused' && <Pause input={input} tenant={tenant} />}
        <Facts
          entries={[
            ['Status', <Badge word={tenant.status} />],
            ['Id', <code data-copy="id">{tenant.id}</code>],
            ['External id', outside(tenant.external_id)],
            ['Lists', <ListsOf tenant={tenant.external_id} />],
            tenant.metadata !== null && ['Metadata', outside(JSON.stringify(tenant.metadata))],
            ['Created', time(tenant.created_at)],
          ]}
        />
        <Numbers {...stats} />
        <Domains tenant={tenant.external_id} list={domains} />
        <h2>Settings</h2>
        <Form input={input} action={`${path}/save`}>
          {known}
          {settingFields(fieldsOf(input.form, issues, tenant))}
          <Button label="Save" />
        </Form>
        {tenant.status !== 'paused' && <Pause input={input} tenant={tenant} {...(issues && { issues })} />}
        <div class="actions">{confirmLink(`${path}/delete`, 'Delete')}</div>
      </>,
      code,
    );
  }

  const changing =
    (name: NameWith<'tenant'>, done: Done, bodyOf: BodyOf): Run =>
    async (input) => {
      const { tenant } = await call(input, name, { body: bodyOf(input.form) });
      return seeOther(`${pathOf('/tenants', tenant.external_id, tenant.id)}?done=${done}`);
    };
  const change = (done: Done, bodyOf: BodyOf) =>
    showFormOnRefusal(show, changing('PATCH /tenants/{tenant}', done, bodyOf));

  const removal = removalPages(
    { path: '/tenants/{tenant}/delete', access: scope, kind: 'tenant', read },
    ({ id, name }) => ({
      name: 'Delete tenant',
      action: `/tenants/${id}/delete`,
      text: (
        <>
          Deleting {outside(name)} also deletes its suppressions. Its domains return to the account, and its
          keys stop working. Type its name to confirm.
        </>
      ),
      label: 'Delete',
      back: `/tenants/${id}`,
    }),
    does('DELETE /tenants/{tenant}', '/tenants?done=deleted'),
  );

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
    ...removal,
  ];
}
