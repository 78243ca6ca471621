import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import { domainStatus } from '../../../shared/domain/domains/domain-request.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { domainRoutes, domains } from '../../domains/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { removalPages } from '../parts/confirm-pages.tsx';
import { DnsGuides, hostName } from '../parts/domains/dns-guides.tsx';
import { applyPages } from '../parts/domains/domain-apply.tsx';
import { claimPages } from '../parts/domains/domain-claims.tsx';
import { NextStep, Records } from '../parts/domains/domain-records.tsx';
import { rotationActions, rotationPages, rotationState } from '../parts/domains/domain-rotation.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { filtered, listedBy, listPage } from '../parts/list.tsx';
import { weekHeads, weekOf } from '../parts/metrics/week.tsx';
import { get, may, newLink, pageOf, post } from '../parts/pages.tsx';
import { confirmLink, doneNote, Form, type FormField, faults, fieldsOf, time } from '../parts/parts.tsx';
import { Badge, Button, Facts } from '../ui/elements.tsx';
import type { Filter } from '../ui/filters.tsx';
import { Live } from '../ui/live.tsx';

const [reading, writing] = [['domains:read'] as const, ['domains:write'] as const];

const filters: Filter[] = [
  { name: 'status', label: 'Status', values: domainStatus.options },
  { name: 'tenant', label: 'Tenant', names: 'tenants' },
];

const notes = {
  added: 'The domain was added. Publish its DNS records, then select Check now.',
  checked: 'The records are being checked.',
  saved: 'The settings were saved.',
  deleted: 'The domain was deleted.',
  applied: 'The records were written. Once they appear in DNS, select Check now.',
  forgotten: 'The stored credentials were deleted.',
  rotating: 'A new DKIM key was created. Publish its record, dkim_next.',
  kept: 'The DKIM key rotation was canceled.',
};

const onOff = [
  ['true', 'On'],
  ['false', 'Off'],
] as const;

const tlsModes = [
  ['opportunistic', 'Opportunistic'],
  ['enforced', 'Enforced'],
] as const;

const scheduledChoices = [
  ['', 'Keep them and the domain'],
  ['true', 'Cancel them and delete the domain'],
] as const;

const settingFields = (field: FormField, { sending_enabled }: DomainRecord): Html => (
  <>
    {!sending_enabled && field({ name: 'inbound_enabled', label: 'Receive email', options: onOff })}
    {field({ name: 'open_tracking', label: 'Track opens', options: onOff })}
    {field({ name: 'click_tracking', label: 'Track clicks', options: onOff })}
    {field({ name: 'tls_mode', label: 'TLS', options: tlsModes })}
    <Button label="Save" kind="quiet" />
  </>
);

/** Whether the page can stop refreshing: the domain is verified, and no key rotation is running. */
function isFinal({ status: state, dkim_rotation }: DomainRecord): boolean {
  const isMoving = ['pending', 'switching', 'reverting'].includes(dkim_rotation?.status ?? '');
  return state === 'verified' && !isMoving;
}

function savedBody(sent: URLSearchParams): Record<string, unknown> {
  const switches = ['inbound_enabled', 'open_tracking', 'click_tracking'].filter((name) => sent.has(name));
  return {
    ...Object.fromEntries(switches.map((name) => [name, sent.get(name) === 'true'])),
    ...filled(sent, ['tls_mode']),
  };
}

/** Sending domains: their records, the state of DNS, and their settings. */
export function domainPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, domainRoutes);
  const read = async (input: SessionInput) => (await call(input, 'GET /domains/{id}')).domain;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const [found, names] = await Promise.all([
      callList(input, 'GET /domains'),
      knownNames(ctx, input, ['tenants']),
    ]);
    const week = await weekOf(ctx, input, found.items, {
      read: (items, range) =>
        ctx.counters.readDomainsDays(input.session.caller.account.id, {
          ...range,
          domains: items.map(({ name }) => name),
        }),
      withinOf: ({ name }) => ({ domain: name }),
    });
    return listPage(input, {
      ...found,
      ...listedBy(ctx, domains),
      notes,
      action: may(input, writing) && newLink('/domains/new', 'Add domain'),
      names,
      filters,
      heads: ['Name', 'Status', 'Tenant', ...weekHeads, 'Verified'],
      numeric: weekHeads,
      row: (domain) => [
        <a href={`/domains/${domain.name}`}>{outside(domain.name)}</a>,
        <Badge word={domain.status} />,
        domain.tenant ? filtered('/domains', 'tenant', domain.tenant) : '–',
        ...(week.get(domain) ?? []),
        time(domain.verified_at),
      ],
      none: 'No domains yet. You send email from addresses at your verified domains.',
    });
  }

  async function newPage(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const { form: sent } = input;
    const field = fieldsOf(sent, issues);
    const names = await knownNames(ctx, input, ['tenants']);
    const claim = new URLSearchParams({ name: sent.get('name') ?? '' });
    return pageOf(
      'Add a domain',
      <>
        {faults(issues)}
        <Form input={input} action="/domains/new">
          {names}
          {field({ name: 'name', label: 'Domain', required: true, hint: 'mail.example.com' })}
          {field({
            name: 'tenant',
            label: 'Tenant',
            names: 'tenants',
            hint: 'Leave empty for the account itself',
          })}
          <Button label="Add domain" />
        </Form>
        {code === 409 && (
          <p>
            <a href={`/domains/claims/new?${claim}`}>Claim this domain</a>
          </p>
        )}
      </>,
      code,
    );
  }

  async function create(input: SessionInput): Promise<PageAnswer> {
    const body = filled(input.form, ['name', 'tenant']);
    const { domain } = await call(input, 'POST /domains', { body });
    return seeOther(`/domains/${domain.name}?done=added`);
  }

  async function show(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const domain = await read(input);
    const path = `/domains/${domain.id}`;
    const isWriting = may(input, writing);
    const check = isWriting && (
      <Form input={input} action={`${path}/verify`}>
        <Button label="Check now" />
      </Form>
    );
    return pageOf(
      { name: domain.name, ...(check && { action: check }) },
      <>
        {doneNote(input.search, notes)}
        {faults(issues)}
        <Live path={path} every_s={10} most_s={600} final={isFinal(domain)} news={`Status: ${domain.status}`}>
          <NextStep input={input} domain={domain} />
          <Records input={input} domain={domain} />
          {rotationState(domain)}
        </Live>
        {domain.records.length > 0 && <DnsGuides />}
        <div class="columns">
          <section aria-label="About this domain">
            <h2>Domain</h2>
            <Facts
              entries={[
                ['Status', <Badge word={domain.status} />],
                ['Id', <code data-copy="id">{domain.id}</code>],
                ['Tenant', domain.tenant ? filtered('/domains', 'tenant', domain.tenant) : '–'],
                ['DNS host', outside(hostName(domain.dns_host.provider) ?? 'unknown')],
                ['Last checked', time(domain.last_checked_at)],
                ['Verified', time(domain.verified_at)],
                [
                  'Received email',
                  domain.inbound_enabled ? filtered('/received', 'domain', domain.name) : 'off',
                ],
              ]}
            />
            {isWriting && (
              <div class="actions">
                <a class="button quiet" href={`${path}/apply`}>
                  Preview DNS changes
                </a>
                {rotationActions(input, domain)}
                {confirmLink(`${path}/delete`, 'Delete')}
              </div>
            )}
          </section>
          {isWriting && (
            <section aria-label="Settings">
              <h2>Settings</h2>
              <div class="card">
                <Form input={input} action={`${path}/save`}>
                  {settingFields(fieldsOf(input.form, issues, domain), domain)}
                </Form>
              </div>
            </section>
          )}
        </div>
      </>,
      code,
    );
  }

  const verify = does('POST /domains/{id}', '/domains/{id}?done=checked', () => ({
    body: { action: 'verify' },
  }));
  const save = does('PATCH /domains/{id}', '/domains/{id}?done=saved', ({ form: sent }) => ({
    body: savedBody(sent),
  }));
  const removal = removalPages(
    { path: '/domains/{id}/delete', access: writing, kind: 'domain', read },
    ({ id, name }, field) => ({
      name: `Delete ${name}`,
      action: `/domains/${id}/delete`,
      text: (
        <>
          After you delete {outside(name)}, you can’t send from it, and its records are no longer checked. If
          any emails are scheduled from this domain, cancel them below. Type the domain’s name to confirm.
        </>
      ),
      fields: field({ name: 'force', label: 'Scheduled emails', options: scheduledChoices }),
      label: 'Delete',
      back: `/domains/${name}`,
    }),
    does('DELETE /domains/{id}', '/domains?done=deleted', ({ form: sent }) => ({
      query: filled(sent, ['force']),
    })),
  );

  return [
    ...claimPages(ctx),
    ...applyPages(ctx),
    ...rotationPages(ctx),
    get('/domains', reading, list),
    get('/domains/new', writing, newPage),
    post('/domains/new', writing, showFormOnRefusal(newPage, create)),
    get('/domains/{id}', reading, show),
    post('/domains/{id}/verify', writing, verify),
    post('/domains/{id}/save', writing, showFormOnRefusal(show, save)),
    ...removal,
  ];
}
