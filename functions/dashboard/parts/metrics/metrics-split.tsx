import { bareAddress, canonicalAddress, domainOf } from '../../../../shared/core/addresses.ts';
import { byName } from '../../../../shared/core/by-name.ts';
import { sumOf } from '../../../../shared/core/records/counters.ts';
import type { Email } from '../../../../shared/core/records/emails.ts';
import type { Tenant } from '../../../../shared/core/records/tenants.ts';
import { firstId } from '../../../../shared/core/runtime.ts';
import type { DeliverabilityRecord } from '../../../../shared/domain/accounts/get-deliverability.ts';
import { countsOfChange } from '../../../../shared/domain/counters/email-counts.ts';
import type { Scope } from '../../../../shared/domain/keys/scopes.ts';
import { type Child, type Html, outside } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { Empty } from '../../ui/elements.tsx';
import { Table } from '../../ui/table.tsx';
import { NameList } from '../known-names.tsx';
import { secondsText, toEmails } from '../numbers.tsx';
import { may } from '../pages.tsx';
import type { Range } from './metrics-range.ts';
import { RateCell } from './rates.tsx';

/** What a page of metrics covers: UTC days, and the tenant and domain by name, if any. */
export type Covered = { range: Range; tenant: string | null; domain: string | null };

const counted = ['accepted', 'delivered', 'bounced', 'complained', 'opened', 'clicked'] as const;
type Sums = Record<(typeof counted)[number], number>;

/** One row: its name as shown, and the filters that lead to its emails. */
type Row = { name: Child; within: Record<string, string>; sums: Sums };

/** `names`: suggestions for the page's fields, if the split has read them. */
type Part = { rows: Row[]; note?: Html; none: string; next?: Html; names?: Html };

const heads = [
  ...['Accepted', 'Delivered', 'Bounced', 'Complained', 'Opened', 'Clicked'],
  ...['Bounce rate', 'Complaint rate'],
];

const SplitTable = ({ head, rows }: { head: string; rows: Row[] }): Html => (
  <Table
    caption={`Results by ${head.toLowerCase()}`}
    heads={[head, ...heads]}
    numeric={heads}
    list
    rows={rows.map(({ name, within, sums }) => [
      name,
      ...counted.map((count) => toEmails(count, sums[count], within)),
      <RateCell name="bounced" results={sums} within={within} />,
      <RateCell name="complained" results={sums} within={within} />,
    ])}
  />
);

const bySize = (a: Row, b: Row) => b.sums.accepted - a.sums.accepted || b.sums.delivered - a.sums.delivered;

/** Emails of the covered days, tenant, and domain. */
export const emailsWithin = ({ range, tenant, domain }: Covered): Record<string, string> => ({
  ...(tenant !== null && { tenant }),
  ...(domain !== null && { domain }),
  since: range.since,
  until: range.until,
});

/** The same metrics of one domain or tenant. */
function narrowed({ range, tenant, domain }: Covered, of: Record<string, string>): string {
  const days: Record<string, string> =
    range.preset === null ? { since: range.since, until: range.until } : { days: range.preset };
  const query = { ...days, ...(tenant !== null && { tenant }), ...(domain !== null && { domain }), ...of };
  return `/metrics?${new URLSearchParams(query)}`;
}

function byDomain({ by_domain }: DeliverabilityRecord, covered: Covered): Part {
  const rows = by_domain.map(({ domain, ...sums }) => ({
    name: <a href={narrowed(covered, { domain })}>{outside(domain)}</a>,
    within: { ...emailsWithin(covered), domain },
    sums,
  }));
  const note = <>Shows the 100 domains with the most email.</>;
  return { rows, none: 'No domain has sent email in this period.', ...(rows.length === 100 && { note }) };
}

const providerNames: Record<string, string> = { other: 'All others', gmx: 'GMX' };

const providerHeads = ['Delivered', 'Delayed', 'Bounced', 'Bounce rate', 'Half within', '95% within'];

function Providers({ record, covered }: { record: DeliverabilityRecord; covered: Covered }): Html {
  if (record.by_provider.length === 0)
    return <Empty text="No email was delivered or bounced in this period." />;
  const all = record.delivery_seconds;
  return (
    <>
      <Table
        caption="Results by mailbox provider"
        heads={['Provider', ...providerHeads]}
        numeric={providerHeads}
        list
        rows={record.by_provider.map(({ provider, delivered, deferred, bounced, delivery_seconds: took }) => {
          const within = { ...emailsWithin(covered), provider };
          return [
            providerNames[provider] ?? provider,
            toEmails('delivered', delivered, within),
            toEmails('delayed', deferred, within),
            toEmails('bounced', bounced, within),
            <RateCell name="bounced" results={{ delivered, bounced, complained: 0 }} within={within} />,
            took === null ? '–' : secondsText(took.p50),
            took === null ? '–' : secondsText(took.p95),
          ];
        })}
      />
      {all && (
        <p class="small">
          Half of all deliveries took at most {secondsText(all.p50)}, and 95% took at most{' '}
          {secondsText(all.p95)}, measured from when the email was accepted or scheduled to be sent.
        </p>
      )}
    </>
  );
}

const mostTenants = 50;

/** The newest tenants' own counts: one query each, all at once. */
async function byTenant(ctx: DashboardContext, input: SessionInput, covered: Covered): Promise<Part> {
  const { range, domain } = covered;
  const { entries, next } = await ctx.tenants.list(input.session.caller.account.id, {
    limit: mostTenants,
    before: null,
  });
  const days = { from: range.since, to: range.until };
  const read = ({ id }: Tenant) =>
    domain === null ? ctx.counters.readDays(id, days) : ctx.counters.readDomainDays(id, { ...days, domain });
  const found = await Promise.all(entries.map(read));
  const rows = entries.map(({ external_id, name }, i) => ({
    name: <a href={narrowed(covered, { tenant: external_id })}>{outside(name)}</a>,
    within: { ...emailsWithin(covered), tenant: external_id },
    sums: sumOf(counted, found[i] ?? []),
  }));
  return {
    rows: rows.filter(({ sums }) => Object.values(sums).some((n) => n > 0)).sort(bySize),
    names: (
      <NameList
        kind="tenants"
        names={entries.map(({ external_id: value, name: label }) => ({ value, label }))}
      />
    ),
    none: 'No tenant has sent email in this period.',
    next: <a href="/tenants">See tenants</a>,
    ...(next !== null && { note: <>{`Shows the newest ${mostTenants} tenants.`}</> }),
  };
}

const mostEmails = 500;

const day_ms = 86_400_000;

/**
 * Counted from the newest emails, because no counter has templates and tags: one more write for each email and
 * template would cost more than all other counts. Old emails are covered, too.
 */
async function byContent(
  ctx: DashboardContext,
  input: SessionInput,
  covered: Covered,
  kind: 'template' | 'tag',
): Promise<Part> {
  const { account } = input.session.caller;
  const { range, tenant, domain } = covered;
  const [{ entries, next: more }, owner] = await Promise.all([
    ctx.emails.list({
      account: account.id,
      tenant: null,
      shards: account.email_shards,
      limit: mostEmails,
      since: firstId('msg', Date.parse(range.since)),
      before: firstId('msg', Date.parse(range.until) + day_ms),
    }),
    tenant === null ? null : ctx.tenants.idOf(account.id, tenant),
  ]);
  const isOf = (email: Email) =>
    (tenant === null || email.tenant === owner) &&
    (domain === null || domainOf(canonicalAddress(bareAddress(email.from))) === domain);
  const sums = new Map<string, Sums>();
  for (const email of entries.filter(isOf)) {
    const counts = countsOfChange({ before: null, after: email, changed_at: 0 }, { sandbox: false });
    for (const key of keysOf(email, kind)) {
      const known = sums.get(key) ?? byName(counted, () => 0);
      for (const { counter, n } of counts) if (isCounted(counter)) known[counter] += n;
      sums.set(key, known);
    }
  }
  const rows = [...sums].map(([key, own]) => ({
    name: nameOf(kind, key, covered),
    within: { ...emailsWithin(covered), [kind]: key },
    sums: own,
  }));
  const none = `No email in this period has a ${kind}.`;
  const note = (
    <>
      {more === null
        ? 'Based on emails accepted in this period.'
        : `Only the newest ${mostEmails} emails in this period are counted.`}
    </>
  );
  const next =
    kind === 'template' ? (
      <a href="/templates">See templates</a>
    ) : (
      <a href="/docs/sending">How to send with tags</a>
    );
  return { rows: rows.sort(bySize), note, none, next };
}

const isCounted = (counter: string): counter is keyof Sums => counted.some((one) => one === counter);

const keysOf = ({ template, tags }: Email, kind: 'template' | 'tag'): string[] => {
  if (kind === 'template') return template === null ? [] : [template];
  return [...new Set(tags.map(({ name, value }) => (value === '' ? name : `${name}:${value}`)))];
};

const nameOf = (kind: 'template' | 'tag', key: string, covered: Covered): Html =>
  kind === 'template' ? (
    <a href={`/templates/${encodeURIComponent(key)}`}>{outside(key)}</a>
  ) : (
    <a href={`/emails?${new URLSearchParams({ ...emailsWithin(covered), tag: key })}`}>{outside(key)}</a>
  );

const splits = [
  ['domain', 'Domain', null],
  ['provider', 'Mailbox provider', null],
  ['tenant', 'Tenant', ['full']],
  ['template', 'Template', ['emails:read']],
  ['tag', 'Tag', ['emails:read']],
] as const satisfies [string, string, readonly Scope[] | null][];

export type SplitName = (typeof splits)[number][0];

export const splitsFor = (input: SessionInput) =>
  splits.filter(([, , scopes]) => scopes === null || may(input, scopes));

/** Reads what a split needs besides the record, at the same time as the record. */
export function readSplit(
  ctx: DashboardContext,
  input: SessionInput,
  covered: Covered,
  by: SplitName,
): Promise<Part> | null {
  if (by === 'tenant') return byTenant(ctx, input, covered);
  return by === 'template' || by === 'tag' ? byContent(ctx, input, covered, by) : null;
}

export function Split({
  by,
  record,
  covered,
  part,
}: {
  by: SplitName;
  record: DeliverabilityRecord;
  covered: Covered;
  part: Part | null;
}): Html {
  if (by === 'provider') return <Providers record={record} covered={covered} />;
  const { rows, note, none, next } = part ?? byDomain(record, covered);
  if (rows.length === 0)
    return (
      <Empty text={none}>
        {note && <p class="small">{note}</p>}
        {next && <p>{next}</p>}
      </Empty>
    );
  const [, head] = splits.find(([name]) => name === by) ?? splits[0];
  return (
    <>
      <SplitTable head={head} rows={rows} />
      {note && <p class="small">{note}</p>}
    </>
  );
}
