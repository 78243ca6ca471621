import type { Domain } from '../../../../shared/core/records/domains.ts';
import type { Tenant } from '../../../../shared/core/records/tenants.ts';
import type { WebhookEndpoint } from '../../../../shared/core/records/webhooks.ts';
import { timestamp } from '../../../../shared/core/runtime.ts';
import type { AccountRecord } from '../../../../shared/domain/accounts/get-account.ts';
import type { DeliverabilityRecord } from '../../../../shared/domain/accounts/get-deliverability.ts';
import type { Scope } from '../../../../shared/domain/keys/scopes.ts';
import { type Child, type Html, nothing, outside } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { Badge } from '../../ui/elements.tsx';
import { numberText, percent } from '../numbers.tsx';
import { may, pathOf } from '../pages.tsx';
import { time } from '../parts.tsx';

/** One thing to fix, with its one action. */
type Item = { tone: 'bad' | 'warn'; state: string; text: Child; action: string; href: string };

const newest = { limit: 100, before: null };

/** Objects of a kind in the list. The rest is one line with a link. */
const mostOfKind = 3;

function shortened(items: Item[], kind: string, href: string): Item[] {
  const more = items.length - mostOfKind;
  if (more <= 0) return items;
  const text = `${numberText(more)} more ${kind}`;
  const rest: Item = { tone: items[0]?.tone ?? 'warn', state: 'more', text, action: 'See all', href };
  return [...items.slice(0, mostOfKind), rest];
}

function ofDomain({ name, status, failing_since }: Domain): Item[] {
  if (status !== 'failing' && status !== 'failed') return [];
  const text =
    status === 'failed' ? (
      <>{outside(name)} isn’t verified, so you can’t send from it</>
    ) : (
      <>
        {outside(name)} has failed verification{failing_since !== null && <> since {time(failing_since)}</>}
      </>
    );
  return [{ tone: 'bad', state: status, text, action: 'Fix DNS records', href: `/domains/${name}` }];
}

const disabledTexts = {
  failing: 'was disabled because its deliveries failed',
  gone: 'was disabled because it responded with 410 Gone',
  tenant_deleted: 'was disabled because its tenant was deleted',
} as const;

/** Endpoints that a member disabled need no attention. */
function ofWebhook({ id, url, enabled, disabled_reason, failing_since }: WebhookEndpoint): Item[] {
  if (!enabled && disabled_reason !== null) {
    const text = (
      <>
        {outside(url)} {disabledTexts[disabled_reason]}
      </>
    );
    return [{ tone: 'bad', state: 'disabled', text, action: 'Review webhook', href: `/webhooks/${id}` }];
  }
  if (!enabled || failing_since === undefined) return [];
  const text = (
    <>
      {outside(url)} has failed since {time(timestamp(failing_since))}
    </>
  );
  const href = `/webhooks/${id}?status=failed`;
  return [{ tone: 'warn', state: 'failing', text, action: 'See failed deliveries', href }];
}

function ofTenant({ id, external_id, name, status, paused_reason }: Tenant): Item[] {
  if (status !== 'paused') return [];
  const text = (
    <>
      {outside(name)} can’t send{paused_reason !== null && <>: {outside(paused_reason)}</>}
    </>
  );
  const href = pathOf('/tenants', external_id, id);
  return [{ tone: 'bad', state: 'paused', text, action: 'Review tenant', href }];
}

const quotaShare = 0.8;

function ofQuotas({ usage, limits }: AccountRecord): Item[] {
  const quotas: [name: string, used: number | null, limit: number | null][] = [
    ['emails this month', usage.emails_month, limits.emails_month],
    ['emails today', usage.emails_day, limits.emails_day],
    ['upload bytes today', usage.upload_bytes_day, limits.upload_bytes_day],
    ['scheduled emails', usage.scheduled_emails, limits.scheduled_emails],
    ['suppressions', usage.suppressions, limits.suppressions],
  ];
  return quotas.flatMap(([name, used, limit]): Item[] => {
    if (used === null || limit === null || limit === 0 || used < limit * quotaShare) return [];
    const isFull = used >= limit;
    return [
      {
        tone: isFull ? 'bad' : 'warn',
        state: isFull ? 'limit reached' : 'near limit',
        text: `${numberText(used)} of ${numberText(limit)} ${name}`,
        action: 'See plan and limits',
        href: '/billing',
      },
    ];
  });
}

function ofRates({ status, bounce_rate, complaint_rate, thresholds, days }: DeliverabilityRecord): Item[] {
  if (status === 'healthy') return [];
  const rates = [
    ['Bounce rate', bounce_rate, thresholds.bounce_rate],
    ['Complaint rate', complaint_rate, thresholds.complaint_rate],
  ] as const;
  return rates.flatMap(([name, rate, limit]): Item[] => {
    if (rate < limit / 2) return [];
    const isOver = rate >= limit;
    return [
      {
        tone: isOver ? 'bad' : 'warn',
        state: isOver ? 'over limit' : 'near limit',
        text: `${name} of ${percent(rate)} in the last ${days} days. The limit is ${percent(limit)}`,
        action: 'See metrics',
        href: `/metrics?days=${days}`,
      },
    ];
  });
}

type Known = { account: Promise<AccountRecord>; deliverability: Promise<DeliverabilityRecord> };

/**
 * What needs someone's attention, each with one action. It covers the newest 100 objects of each kind, and only what
 * the member may read. Nothing is shown when all is well.
 */
export async function attentionOf(ctx: DashboardContext, input: SessionInput, known: Known): Promise<Html> {
  const { id } = input.session.caller.account;
  const read = async <T,>(scopes: readonly Scope[], list: () => Promise<T[]>): Promise<T[]> =>
    may(input, scopes) ? list() : [];
  const [domains, webhooks, tenants, account, deliverability] = await Promise.all([
    read(['domains:read'], async () => (await ctx.domains.list(id, newest)).entries),
    read(['webhooks:read'], async () => (await ctx.webhooks.list(id, newest)).entries),
    read(['full'], async () => (await ctx.tenants.list(id, newest)).entries),
    // The overview has parts of their own for these two, which show the error.
    known.account.catch(() => null),
    known.deliverability.catch(() => null),
  ]);
  const items = [
    ...shortened(
      domains.flatMap(({ domain }) => ofDomain(domain)),
      'domains fail verification',
      '/domains',
    ),
    ...(deliverability === null ? [] : ofRates(deliverability)),
    ...(account === null ? [] : ofQuotas(account)),
    ...shortened(webhooks.flatMap(ofWebhook), 'webhooks are disabled or failing', '/webhooks'),
    ...shortened(tenants.flatMap(ofTenant), 'tenants are paused', '/tenants?status=paused'),
  ];
  return items.length === 0 ? nothing : <Attention items={items} />;
}

const Attention = ({ items }: { items: Item[] }): Html => (
  <section class="card attention" aria-labelledby="attention">
    <h2 id="attention">Needs attention</h2>
    <ul>
      {items.map(({ tone, state, text, action, href }) => (
        <li>
          <Badge word={state} tone={tone} />
          <span>{text}</span>
          <a href={href}>{action}</a>
        </li>
      ))}
    </ul>
  </section>
);
