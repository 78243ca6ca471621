import type { AccountRecord } from '../../../shared/domain/accounts/get-account.ts';
import type { UsageRecord } from '../../../shared/domain/accounts/get-usage.ts';
import { markup } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { accountRoutes } from '../../account/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { get, pageOf } from '../parts/pages.ts';
import { facts, table, time } from '../parts/parts.ts';

const most = (limit: number | null) => limit ?? 'no limit';

/** The target of `upgrade_url`: the plan, its limits, their use, and who changes it. */
export function billingPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, accountRoutes);

  async function show(input: SessionInput): Promise<PageAnswer> {
    const [{ account }, { usage: counted }] = await Promise.all([
      call<{ account: AccountRecord }>(input, 'GET /account'),
      call<{ usage: UsageRecord }>(input, 'GET /usage', { query: { days: '1' }, further: true }),
    ]);
    const { resources } = counted;
    const { plan, id, limits, usage } = account;
    const rows = [
      ['Emails a month', usage.emails_month, most(limits.emails_month)],
      ['Emails a day', usage.emails_day, most(limits.emails_day)],
      ['Domains', resources?.domains.used ?? '–', limits.domains],
      ['Tenants', resources?.tenants.used ?? '–', limits.tenants],
      ['Requests a second', '–', limits.requests_per_second],
      ['Upload bytes per day', usage.upload_bytes_day ?? '–', most(limits.upload_bytes_day)],
      ['Scheduled emails', usage.scheduled_emails ?? '–', most(limits.scheduled_emails)],
      ['Suppressions', usage.suppressions ?? '–', most(limits.suppressions)],
      ['Enabled webhook endpoints', '–', most(limits.enabled_webhooks)],
      ['Enabled webhook endpoints per host', '–', limits.webhooks_per_host],
    ];
    const shown = facts([
      ['Plan', plan],
      ['Account', markup`<code data-copy="account id">${id}</code>`],
      ['The day ends', time(usage.resets_at)],
    ]);
    return pageOf(
      'Plan and limits',
      markup`${shown}${table({ caption: 'Limits of the plan', heads: ['Limit', 'Used', 'At most'], rows })}
<p>The operator of this deployment changes the plan: <code>npm run -s admin -- set-plan --account ${id}</code>. <a href="/docs/errors#plan_limit">What a refusal for a limit means</a></p>`,
    );
  }

  return [get('/billing', ['account:read'], show)];
}
