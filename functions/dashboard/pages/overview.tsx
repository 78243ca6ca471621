import { dayOf, lastDays } from '../../../shared/core/days.ts';
import { publicError } from '../../../shared/core/errors.ts';
import { leastKnown } from '../../../shared/core/rates.ts';
import type { AccountRecord } from '../../../shared/domain/accounts/get-account.ts';
import type { DeliverabilityRecord } from '../../../shared/domain/accounts/get-deliverability.ts';
import type { UsageRecord } from '../../../shared/domain/accounts/get-usage.ts';
import type { Base } from '../../../shared/domain/context.ts';
import { type Html, nothing } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { accountRoutes } from '../../account/routes.ts';
import { emailRoutes, emails } from '../../emails/routes.ts';
import { keyRoutes } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { firstRequest } from '../parts/curl.ts';
import { emailColumns } from '../parts/emails/email.tsx';
import { logFailedPart } from '../parts/failed-part.ts';
import { attentionOf } from '../parts/metrics/attention.tsx';
import { dayChart } from '../parts/metrics/chart.tsx';
import { Ramp } from '../parts/metrics/ramp.tsx';
import { RateFact } from '../parts/metrics/rates.tsx';
import { toEmails } from '../parts/numbers.tsx';
import { get, may, pageOf } from '../parts/pages.tsx';
import { Badge, Empty, Facts, Tiles } from '../ui/elements.tsx';
import { Table } from '../ui/table.tsx';

/**
 * A part of a page. If the service fails to read it, the part shows the error and the rest still loads. A
 * refusal applies to the whole page and is thrown.
 */
async function part(
  ctx: Base,
  { request_id, path, search }: SessionInput,
  name: string,
  make: () => Promise<Html>,
): Promise<Html> {
  try {
    return await make();
  } catch (thrown) {
    if (publicError(thrown).status < 500) throw thrown;
    const code = logFailedPart(ctx, request_id, name, thrown);
    const again = search.size > 0 ? `${path}?${search}` : path;
    return (
      <div class="fault">
        <p>
          {name} couldn’t be loaded. <a href={again}>Try again</a>
        </p>
        <p class="small">
          Code <code>{code}</code>, request <code>{request_id}</code>
        </p>
      </div>
    );
  }
}

const tones = { healthy: 'good', warning: 'warn', at_risk: 'bad' } as const;

/** Too few results give no verdict, whatever the rates are. */
function healthOf({ delivered, bounced, status: health }: DeliverabilityRecord): Html {
  const known = delivered + bounced;
  if (known < leastKnown) return <>{`too few results to judge (${known} of ${leastKnown})`}</>;
  return <Badge word={health} tone={tones[health]} />;
}

/** `now`: epoch ms. */
function rates(record: DeliverabilityRecord, now: number): Html {
  const { days } = record;
  const within = { since: lastDays(now, days).from };
  return (
    <section>
      <h2>{`Last ${days} days`}</h2>
      <Facts
        entries={[
          ['Health', healthOf(record)],
          ['Bounce rate', <RateFact name="bounced" results={record} within={within} />],
          ['Complaint rate', <RateFact name="complained" results={record} within={within} />],
        ]}
      />
    </section>
  );
}

const limit = (used: Html, most: number | null): Html => (
  <span class="inline">
    {used} <span>{most === null ? 'no limit' : `of ${most.toLocaleString('en-US')}`}</span>
  </span>
);

/** `today`: the UTC day of its usage. */
function plan({ usage, limits, ...account }: AccountRecord, today: string): Html {
  const since = { month: `${today.slice(0, 7)}-01`, day: today };
  const used = (n: number, of: 'month' | 'day') => toEmails('accepted', n, { since: since[of] });
  const production = account.production_unlocked ? (
    <Badge word="active" />
  ) : (
    'Locked. You can send only to your own address and the simulator'
  );
  return (
    <>
      <h2>Plan</h2>
      <Facts
        entries={[
          ['Plan', account.plan],
          ['Production', production],
          ['Emails this month', limit(used(usage.emails_month, 'month'), limits.emails_month)],
          ['Emails today', limit(used(usage.emails_day, 'day'), limits.emails_day)],
        ]}
      />
      <p>
        <a href="/billing">Plan and limits</a>
      </p>
    </>
  );
}

function leftToDo(ctx: DashboardContext, used: UsageRecord, hasKey: boolean): Html {
  const { domains, webhooks } = used.resources ?? { domains: { used: 1 }, webhooks: { used: 1 } };
  const sentOnce = used.daily.some(({ accepted }) => accepted > 0);
  const steps: [boolean, Html][] = [
    [
      domains.used > 0,
      <>
        <a href="/domains">Add a domain</a> to send from
      </>,
    ],
    [
      hasKey,
      <>
        <a href="/api-keys/new">Create an API key</a> for your code
      </>,
    ],
    [sentOnce, <>Send your first email: {firstRequest(ctx, emails)}</>],
    [
      webhooks.used > 0,
      <>
        <a href="/webhooks/new">Create a webhook</a> to learn what happens to each email
      </>,
    ],
  ];
  const left = steps.filter(([done]) => !done);
  if (left.length === 0) return nothing;
  return (
    <section class="card">
      <h2>Finish setting up</h2>
      <ul>
        {left.map(([, text]) => (
          <li>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/** Statuses of emails that did not arrive. */
const failed = 'bounced,failed,suppressed';

/** The overview. */
export function overviewPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, [...accountRoutes, ...emailRoutes, ...keyRoutes]);

  const numbers = async (input: SessionInput): Promise<Html> => {
    const [{ usage }, keys] = await Promise.all([
      call(input, 'GET /usage', { query: { days: '30' } }),
      may(input, ['full']) ? call(input, 'GET /api-keys', { query: { limit: '1' } }) : null,
    ]);
    const sums = ['accepted', 'delivered', 'bounced', 'complained'] as const;
    const sumOf = (name: (typeof sums)[number]) => usage.daily.reduce((sum, day) => sum + day[name], 0);
    const since = usage.from.slice(0, 10);
    return (
      <>
        {keys && leftToDo(ctx, usage, keys.api_keys.length > 0)}
        <div class="titled">
          <h2>Last 30 days</h2>
          <a href="/metrics">See metrics</a>
        </div>
        <Tiles tiles={sums.map((name) => ({ name, value: toEmails(name, sumOf(name), { since }) }))} />
        {dayChart(usage.daily)}
      </>
    );
  };

  const readHealth = async (input: SessionInput) => (await call(input, 'GET /deliverability')).deliverability;

  const readAccount = async (input: SessionInput) => (await call(input, 'GET /account')).account;

  const limits = ({ ramp, ...account }: AccountRecord): Html => (
    <section>
      {plan({ ramp, ...account }, dayOf(ctx.runtime.now()))}
      {ramp && <Ramp {...ramp} />}
    </section>
  );

  const failures = async (input: SessionInput): Promise<Html> => {
    const query = { last_event: failed, limit: '10' };
    const { emails, next_cursor } = await call(input, 'GET /emails', { query });
    // For accounts with many emails, only the newest were searched (Q14).
    const isPart = next_cursor !== null;
    const none = isPart ? 'None of the newest emails failed or bounced.' : 'No emails failed or bounced.';
    const { heads, row } = emailColumns(emails);
    return (
      <>
        <h2>Newest failures</h2>
        {emails.length === 0 ? (
          <Empty text={none} />
        ) : (
          <Table caption="Newest failures" heads={heads} rows={emails.map(row)} list />
        )}
      </>
    );
  };

  async function overview(input: SessionInput): Promise<PageAnswer> {
    const [account, deliverability] = [readAccount(input), readHealth(input)];
    const parts = {
      'Needs attention': () => attentionOf(ctx, input, { account, deliverability }),
      Numbers: () => numbers(input),
      Deliverability: async () => rates(await deliverability, ctx.runtime.now()),
      'Plan and limits': async () => limits(await account),
      Failures: () => failures(input),
    };
    const [attention, sums, state, plans, failed] = await Promise.all(
      Object.entries(parts).map(([name, make]) => part(ctx, input, name, make)),
    );
    return pageOf(
      'Overview',
      <>
        {attention}
        {sums}
        <div class="columns">
          {state}
          {plans}
        </div>
        {failed}
      </>,
    );
  }

  return [get('/', ['account:read'], overview)];
}
