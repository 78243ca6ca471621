import type { Html } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { accountRoutes } from '../../account/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { bytesText, numberText } from '../parts/numbers.tsx';
import { get, pageOf } from '../parts/pages.tsx';
import { copied, time } from '../parts/parts.tsx';
import { Code, Facts } from '../ui/elements.tsx';
import { Table } from '../ui/table.tsx';

/** A limit, and how much of it is used, if that is counted. */
const row = (
  name: string,
  limit: number | null,
  used?: number | null,
  text: (n: number) => string = numberText,
): unknown[] => [
  name,
  used === undefined || used === null ? '–' : text(used),
  limit === null ? 'no limit' : text(limit),
  typeof used === 'number' && limit !== null && limit > 0 ? (
    <Used name={name} used={used} limit={limit} />
  ) : (
    '–'
  ),
];

/** A warning from 80 %, as the overview has it. */
const Used = ({ name, used, limit }: { name: string; used: number; limit: number }): Html => {
  const share = Math.min(used / limit, 1);
  return (
    <span class="inline">
      <meter value={share.toFixed(3)} low={0.8} high={0.999} optimum={0} aria-label={`${name} used`} />
      <span class="soft">{share > 0 && share < 0.01 ? 'under 1' : Math.floor(share * 100)}%</span>
    </span>
  );
};

/** The page that `upgrade_url` links to: plan, limits, usage, and who can change the plan. */
export function billingPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, accountRoutes);

  async function show(input: SessionInput): Promise<PageAnswer> {
    const [{ account }, { usage: counted }] = await Promise.all([
      call(input, 'GET /account'),
      call(input, 'GET /usage', { query: { days: '1' }, further: true }),
    ]);
    const { resources } = counted;
    const { plan, id, limits, usage } = account;
    const rows = [
      row('Emails per month', limits.emails_month, usage.emails_month),
      row('Emails per day', limits.emails_day, usage.emails_day),
      row('Domains', limits.domains, resources?.domains.used),
      row('Tenants', limits.tenants, resources?.tenants.used),
      row('Requests per second', limits.requests_per_second),
      row('Uploads per day', limits.upload_bytes_day, usage.upload_bytes_day, bytesText),
      row('Scheduled emails', limits.scheduled_emails, usage.scheduled_emails),
      row('Suppressions', limits.suppressions, usage.suppressions),
      row('Enabled webhook endpoints', limits.enabled_webhooks),
      row('Enabled webhook endpoints per host', limits.webhooks_per_host),
    ];
    return pageOf(
      'Plan and limits',
      <>
        <Facts
          entries={[
            ['Plan', plan],
            ['Account', copied('account id', id)],
            ['Daily limits reset', time(usage.resets_at)],
          ]}
        />
        <Table
          caption="Plan limits"
          heads={['Limit', 'Used', 'Maximum', 'Share']}
          numeric={['Used', 'Maximum']}
          rows={rows}
          list
        />
        <p>
          To change your plan, ask the operator of this deployment to run the command below.{' '}
          <a href="/docs/errors#plan_limit">What happens at a limit</a>
        </p>
        <Code name="command" text={`npm run -s admin -- set-plan --account ${id}`} />
      </>,
    );
  }

  return [get('/billing', ['account:read'], show)];
}
