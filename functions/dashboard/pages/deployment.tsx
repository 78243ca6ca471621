import type { Retention } from '../../../shared/core/retention.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { accountRoutes } from '../../account/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { numberText } from '../parts/numbers.tsx';
import { get, pageOf } from '../parts/pages.tsx';
import { copied, time } from '../parts/parts.tsx';
import { Facts } from '../ui/elements.tsx';
import { Table } from '../ui/table.tsx';

const kept: Record<keyof Retention, string> = {
  body: 'Email content',
  email: 'Emails and recipients',
  event: 'Events',
  run: 'Automation runs',
  webhook_log: 'Webhook deliveries',
  received: 'Received emails',
};

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** 1st, 2nd, 3rd, 4th, 11th. */
const ordinal = (count: number): string =>
  `${count}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`;

const doors = { smtp: 'over SMTP', ses: 'through Amazon SES', off: 'off' };

/** The account, and the deployment settings that its developers need. */
export function deploymentPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, accountRoutes);
  const { settings } = ctx;

  const relay = (): Html => (
    <>
      {copied('SMTP host', settings.smtp_host)}, port {settings.smtp_port} with STARTTLS
    </>
  );

  const deployment = (): Html => (
    <section>
      <h2>Deployment</h2>
      <Facts
        entries={[
          ['Base URL', copied('base URL', settings.base_url)],
          ['Stage', `${settings.stage}, ${settings.region}`],
          ['SMTP relay', settings.smtp_relay ? relay() : 'off'],
          ['Receiving email', doors[settings.inbound]],
          ['Sandbox domain', settings.sandbox_domain ?? 'none'],
          [
            'Webhook targets',
            settings.webhook_targets === 'public' ? 'public addresses only' : 'any address',
          ],
          [
            'Failing webhooks',
            `disabled after ${numberText(settings.webhook_disable_min)} failures and ${numberText(settings.webhook_disable_after_s / 3600)} h without a success`,
          ],
          [
            'Soft bounces',
            `the address is suppressed after the ${ordinal(settings.soft_bounce_threshold)} within 7 days`,
          ],
          [
            'Text messages',
            settings.sms.provider === 'none'
              ? 'off'
              : `up to ${numberText(settings.sms.daily_limit)} per day`,
          ],
        ]}
      />
    </section>
  );

  async function show(input: SessionInput): Promise<PageAnswer> {
    const [{ account }, memberships] = await Promise.all([
      call(input, 'GET /account'),
      ctx.members.membershipsOf(input.session.member.email),
    ]);
    const rows = Object.entries(kept).map(([name, label]) => [
      label,
      numberText(settings.retention[name as keyof Retention] / 86_400),
    ]);
    return pageOf(
      'Settings',
      <>
        <div class="columns">
          <section>
            <h2>Account</h2>
            <Facts
              entries={[
                ['Id', copied('account id', account.id)],
                ['Name', outside(account.name)],
                ['Email', outside(account.email)],
                [
                  'Plan',
                  <>
                    {account.plan} · <a href="/billing">Limits and usage</a>
                  </>,
                ],
                ['Created', time(account.created_at)],
                memberships.length > 1 && ['Other accounts', <a href="/accounts">Choose an account</a>],
              ]}
            />
          </section>
          {deployment()}
        </div>
        <h2>Data retention</h2>
        <Table caption="Days until data is deleted" heads={['Data', 'Days until deleted']} rows={rows} />
      </>,
    );
  }

  return [get('/settings', ['account:read'], show)];
}
