import type { AccountRecord } from '../../../shared/domain/accounts/get-account.ts';
import type { UsageRecord } from '../../../shared/domain/accounts/get-usage.ts';
import { markup } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { accountRoutes } from '../../account/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { numberText } from '../parts/numbers.ts';
import { get, pageOf } from '../parts/pages.ts';
import { facts, table, time } from '../parts/parts.ts';

const most = (limit: number | null) => (limit === null ? 'no limit' : numberText(limit));
const used = (count: number | null = null) => (count === null ? '–' : numberText(count));

/** The page that `upgrade_url` links to: plan, limits, usage, and who can change the plan. */
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
      ['Emails per month', used(usage.emails_month), most(limits.emails_month)],
      ['Emails per day', used(usage.emails_day), most(limits.emails_day)],
      ['Domains', used(resources?.domains.used), most(limits.domains)],
      ['Tenants', used(resources?.tenants.used), most(limits.tenants)],
      ['Requests per second', '–', most(limits.requests_per_second)],
      ['Upload bytes per day', used(usage.upload_bytes_day), most(limits.upload_bytes_day)],
      ['Scheduled emails', used(usage.scheduled_emails), most(limits.scheduled_emails)],
      ['Suppressions', used(usage.suppressions), most(limits.suppressions)],
      ['Enabled webhook endpoints', '–', most(limits.enabled_webhooks)],
      ['Enabled webhook endpoints per host', '–', most(limits.webhooks_per_host)],
    ];
    const shown = facts([
      ['Plan', plan],
      ['Account', markup`<code data-copy="account id">${id}</code>`],
      ['Daily limits reset', time(usage.resets_at)],
    ]);
    return pageOf(
      'Plan and limits',
      markup`${shown}${table({ caption: 'Plan limits', heads: ['Limit', 'Used', 'Maximum'], rows })}
<p>To change your plan, ask the operator of this deployment to run <code>npm run -s admin -- set-plan --account ${id}</code>. <a href="/docs/errors#plan_limit">What happens at a limit</a></p>`,
    );
  }

  return [get('/billing', ['account:read'], show)];
}
