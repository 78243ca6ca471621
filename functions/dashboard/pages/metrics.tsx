import { domainNameOf } from '../../../shared/core/addresses.ts';
import type { DeliverabilityRecord } from '../../../shared/domain/accounts/get-deliverability.ts';
import type { Html } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { accountRoutes } from '../../account/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { knownNames } from '../parts/known-names.tsx';
import { dayChart, RateChart, type RateOfDays } from '../parts/metrics/chart.tsx';
import { presets, rangeOf } from '../parts/metrics/metrics-range.ts';
import {
  type Covered,
  emailsWithin,
  readSplit,
  Split,
  type SplitName,
  splitsFor,
} from '../parts/metrics/metrics-split.tsx';
import { OverallRate } from '../parts/metrics/rates.tsx';
import { Totals } from '../parts/metrics/totals.tsx';
import { share } from '../parts/numbers.tsx';
import { get, may, pageOf } from '../parts/pages.tsx';
import { Button, Empty, Icon } from '../ui/elements.tsx';
import { Field } from '../ui/field.tsx';
import { Chips, type Filter } from '../ui/filters.tsx';
import { linkWith } from '../ui/tabs.tsx';

type Segment = { name: string; href: string; current: boolean };

/** Links of which one is current, as one control. */
const Segments = ({ label, items }: { label: string; items: Segment[] }): Html => (
  <nav class="segments" aria-label={label}>
    {items.map(({ name, href, current }) => (
      <a href={href} aria-current={current ? 'true' : undefined}>
        {name}
      </a>
    ))}
  </nav>
);

const narrowing: Filter[] = [
  { name: 'domain', label: 'Domain' },
  { name: 'tenant', label: 'Tenant' },
];

function Controls({ input, covered, names }: { input: SessionInput; covered: Covered; names: Html }): Html {
  const { search } = input;
  const { range, tenant, domain } = covered;
  const filters = narrowing.filter(({ name }) => search.get(name)?.trim());
  return (
    <form class="filters" method="get" action="/metrics">
      {names}
      <Segments
        label="Period"
        items={presets.map(([days, name]) => ({
          name,
          href: linkWith('/metrics', search, { days, since: '', until: '' }),
          current: range.preset === days,
        }))}
      />
      <details class="more">
        <summary>
          <Icon name="filter" />
          {range.preset === null ? `${range.since} to ${range.until}` : 'Filters'}
        </summary>
        <div class="panel">
          <Field name="since" label="First day" type="date" value={search.get('since')} hint="UTC" />
          <Field name="until" label="Last day" type="date" value={search.get('until')} hint="UTC" />
          <Field name="domain" label="Domain" names="domains" value={domain} />
          {may(input, ['full']) && <Field name="tenant" label="Tenant" names="tenants" value={tenant} />}
          {search.get('by') && <input type="hidden" name="by" value={search.get('by') ?? ''} />}
          {range.preset !== null && <input type="hidden" name="days" value={range.preset} />}
          <Button label="Apply" />
        </div>
      </details>
      <Chips path="/metrics" search={search} filters={filters} />
    </form>
  );
}

function ratesOfDays({ thresholds, ...record }: DeliverabilityRecord): RateOfDays[] {
  const { delivered, opened, clicked } = record;
  return [
    {
      name: 'Bounce rate',
      word: 'bounced',
      overall: <OverallRate name="bounced" results={record} />,
      limit: thresholds.bounce_rate,
    },
    {
      name: 'Complaint rate',
      word: 'complained',
      overall: <OverallRate name="complained" results={record} />,
      limit: thresholds.complaint_rate,
    },
    { name: 'Open rate', word: 'opened', overall: share(opened, delivered) },
    { name: 'Click rate', word: 'clicked', overall: share(clicked, delivered) },
  ];
}

const Charts = ({ record, covered }: { record: DeliverabilityRecord; covered: Covered }): Html => (
  <>
    {dayChart(record.daily, emailsWithin(covered))}
    {record.days > 1 && (
      <div class="small-charts">
        {ratesOfDays(record).map((rate) => (
          <RateChart rate={rate} days={record.daily} />
        ))}
      </div>
    )}
    <p class="small">
      Days are UTC. Each result is counted on the day it happened. The bounce rate is bounced recipients
      divided by bounced and delivered ones. Other rates are divided by delivered recipients. To count opens
      and clicks, turn on tracking for a <a href="/domains">domain</a>.
    </p>
  </>
);

/** Numbers by day and by domain, mailbox provider, tenant, template, and tag. */
export function metricsPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, accountRoutes);

  async function metrics(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const range = rangeOf(search, ctx.runtime.now());
    const domain = search.get('domain')?.trim() || null;
    const covered = {
      range,
      tenant: search.get('tenant')?.trim() || null,
      domain: domain && (domainNameOf(domain) ?? domain),
    };
    const offered = splitsFor(input);
    const by: SplitName = offered.find(([name]) => name === search.get('by'))?.[0] ?? 'domain';
    const query = {
      days: String(range.days),
      until: range.until,
      ...(covered.tenant !== null && { tenant: covered.tenant }),
      ...(covered.domain !== null && { domain: covered.domain }),
    };
    const [names, { deliverability: record }, part] = await Promise.all([
      knownNames(ctx, input, by === 'tenant' ? ['domains'] : ['domains', 'tenants']),
      call(input, 'GET /deliverability', { query }),
      readSplit(ctx, input, covered, by),
    ]);
    const isEmpty = record.daily.every(
      ({ accepted, delivered, bounced }) => accepted + delivered + bounced === 0,
    );
    return pageOf(
      'Metrics',
      <>
        {part?.names}
        <Controls input={input} covered={covered} names={names} />
        <Totals counts={record} within={emailsWithin(covered)} />
        {isEmpty ? (
          <Empty text="No email was sent in this period.">
            <p>
              Choose a longer period, or <a href="/emails">see all emails</a>.
            </p>
          </Empty>
        ) : (
          <>
            <Charts record={record} covered={covered} />
            <h2 id="by">Results by</h2>
            <Segments
              label="Results by"
              items={offered.map(([name, label]) => ({
                name: label,
                href: `${linkWith('/metrics', search, { by: name })}#by`,
                current: name === by,
              }))}
            />
            <Split by={by} record={record} covered={covered} part={part} />
          </>
        )}
      </>,
    );
  }

  return [get('/metrics', ['account:read'], metrics)];
}
