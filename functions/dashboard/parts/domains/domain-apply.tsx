import type { Issue } from '../../../../shared/core/errors.ts';
import type { DnsPlan } from '../../../../shared/domain/domains/apply/dns-plan.ts';
import type { DomainRecord } from '../../../../shared/domain/domains/domain-record.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import {
  type Page,
  type PageAnswer,
  type SessionInput,
  seeOther,
} from '../../../../shared/http/pages/page.ts';
import { domainRoutes } from '../../../domains/routes.ts';
import type { DashboardContext } from '../../context.ts';
import { Badge, Button, Empty } from '../../ui/elements.tsx';
import { Table } from '../../ui/table.tsx';
import { filled, type Refused, showFormOnRefusal } from '../acting.ts';
import { callsOf, having } from '../calls.ts';
import { get, pageOf, post } from '../pages.tsx';
import { copied, Form, faults, fieldsOf } from '../parts.tsx';
import { CopiedValue } from './copied-value.tsx';

const hosts = ['cloudflare', 'route53', 'digitalocean'] as const;

const keeping = [
  ['false', 'No, use them only once'],
  ['true', 'Yes, encrypted, for later changes'],
] as const;

/** The DNS host's credentials. Entered for each change, and stored only on request. */
function accessFields(sent: URLSearchParams, { dns_host }: DomainRecord, issues: Issue[]): Html {
  const known = hosts.find((one) => one === dns_host.provider);
  const field = fieldsOf(sent, issues, { provider: known });
  const secret = (name: string, label: string, hint: string) =>
    field({ name, label, value: '', type: 'password', autocomplete: 'off', hint });
  return (
    <>
      {field({ name: 'provider', label: 'DNS host', options: [['', 'Detect from DNS'], ...hosts] })}
      {secret('api_token', 'API token', 'For Cloudflare or DigitalOcean')}
      {field({ name: 'access_key_id', label: 'Access key id', hint: 'For Route 53' })}
      {secret('secret_access_key', 'Secret access key', 'For Route 53')}
      {secret('session_token', 'Session token', 'For temporary Route 53 credentials')}
      {field({ name: 'save_credentials', label: 'Save credentials', options: keeping })}
    </>
  );
}

type Change = DnsPlan['changes'][number];
type Written = 'result' | 'message';

/** A DNS plan, including an import's plan before anything is written. */
type ShownPlan = Omit<DnsPlan, 'changes'> & { changes: (Omit<Change, Written> & Partial<Change>)[] };

export function planTable(
  { changes, checked, keep_old_records }: ShownPlan,
  caption = 'DNS record changes',
): Html {
  const rows = changes.map((change) => [
    <Badge word={change.result ?? change.action} />,
    change.type,
    copied(`${change.purpose} name`, change.host),
    <CopiedValue name={`${change.purpose} value`} value={change.value} />,
    outside(change.current ?? '–'),
    outside(change.message ?? change.note ?? ''),
  ]);
  const heads = ['Change', 'Type', 'Name', 'New value', 'Current value', 'Note'];
  return (
    <>
      {!checked && <p>We couldn’t read your DNS, so the current records are unknown.</p>}
      {rows.length === 0 ? (
        <Empty text="There are no records to publish." />
      ) : (
        <Table list caption={caption} heads={heads} rows={rows} />
      )}
      <p>{outside(keep_old_records)}</p>
    </>
  );
}

/** Changes to a domain's records, planned from live DNS or written at the zone's DNS host. */
export function applyPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, does } = callsOf(ctx, domainRoutes);

  async function applying(input: SessionInput, asked: Record<string, unknown>): Promise<DnsPlan> {
    const body = { action: 'apply', ...asked };
    return having(await call(input, 'POST /domains/{id}', { body }), 'dns_plan').dns_plan;
  }

  async function page(
    input: SessionInput,
    { issues = [], status: code, plan }: Refused & { plan?: DnsPlan } = {},
  ): Promise<PageAnswer> {
    const [{ domain }, shown] = await Promise.all([
      call(input, 'GET /domains/{id}'),
      plan ?? applying(input, { dry_run: true }),
    ]);
    const path = `/domains/${domain.id}`;
    const forgetting = domain.dns_host.credentials === 'stored' && (
      <Form input={input} action={`${path}/forget`}>
        <Button label="Delete stored credentials" kind="quiet" />
      </Form>
    );
    return pageOf(
      `DNS changes for ${domain.name}`,
      <>
        {faults(issues)}
        {planTable(shown)}
        <h2>Apply changes</h2>
        <p>This adds or extends records. It doesn’t delete any.</p>
        <Form input={input} action={`${path}/apply`}>
          {accessFields(input.form, domain, issues)}
          <Button label="Apply changes" />
        </Form>
        {forgetting}
        <p>
          <a href={`/domains/${domain.name}`}>Back to domain</a>
        </p>
      </>,
      code,
    );
  }

  async function apply(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const names = ['api_token', 'access_key_id', 'secret_access_key', 'session_token'];
    const credentials = filled(sent, names);
    const plan = await applying(input, {
      ...filled(sent, ['provider']),
      ...(Object.keys(credentials).length > 0 && { credentials }),
      save_credentials: sent.get('save_credentials') === 'true',
    });
    if (plan.changes.some(({ result }) => result === 'failed')) return page(input, { plan });
    return seeOther(`/domains/${input.params.id}?done=applied`);
  }

  const again = (input: SessionInput, { issues, status: code }: Required<Refused>) =>
    page(input, { issues: shortened(issues), status: code });
  const forget = does('POST /domains/{id}', '/domains/{id}?done=forgotten', () => ({
    body: { action: 'forget_credentials' },
  }));

  const scope = ['domains:write'] as const;
  return [
    get('/domains/{id}/apply', scope, page),
    post('/domains/{id}/apply', scope, showFormOnRefusal(again, apply)),
    post('/domains/{id}/forget', scope, forget),
  ];
}

/**
 * Shows `credentials.api_token` errors at `api_token`, and errors about all credentials at the first field.
 */
const shortened = (issues: Issue[]): Issue[] =>
  issues.map((issue) => ({
    ...issue,
    path: issue.path === 'credentials' ? 'api_token' : issue.path.replace(/^credentials\./, ''),
  }));
