import type { Issue } from '../../../shared/core/errors.ts';
import type { DnsPlan } from '../../../shared/domain/domains/apply/dns-plan.ts';
import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { Operation } from '../../../shared/http/pages/operations.ts';
import { type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { button, empty, faults, field, form, status, table } from '../parts/parts.ts';

const hosts = ['cloudflare', 'route53', 'digitalocean'] as const;

/** What opens the zone at its host; typed in for each change, and kept only where that is asked for (A18). */
function accessFields(sent: URLSearchParams, { dns_host }: DomainRecord, issues: Issue[]): Html {
  const value = (name: string) => sent.get(name);
  const secret = (name: string, label: string, hint: string) =>
    field({ name, label, type: 'password', autocomplete: 'off', hint }, issues);
  const known = dns_host.provider ?? '';
  return markup`${field({ name: 'provider', label: 'DNS host', value: value('provider') ?? (hosts.some((one) => one === known) ? known : ''), options: [['', 'As DNS says'], ...hosts.map((one) => [one, one] as const)] }, issues)}
${secret('api_token', 'API token', 'Of Cloudflare or DigitalOcean')}
${field({ name: 'access_key_id', label: 'Access key id', value: value('access_key_id'), hint: 'Of AWS, for Route 53' }, issues)}
${secret('secret_access_key', 'Secret access key', 'Of AWS')}${secret('session_token', 'Session token', 'Of AWS, where it has one')}
${field(
  {
    name: 'save_credentials',
    label: 'Keep them',
    value: value('save_credentials'),
    options: [
      ['false', 'No, for this change only'],
      ['true', 'Yes, encrypted, for later changes'],
    ],
  },
  issues,
)}`;
}

function planTable({ changes, checked }: DnsPlan): Html {
  const rows = changes.map((change) => [
    status(change.result ?? change.action),
    change.type,
    outside(change.host),
    outside(change.value),
    outside(change.current ?? '–'),
    outside(change.message ?? change.note ?? ''),
  ]);
  const heads = ['Change', 'Type', 'Name', 'Value', 'Now', 'Note'];
  const shown =
    rows.length === 0
      ? empty('No record has to be published.')
      : table({ caption: 'Changes of DNS records', heads, rows });
  return markup`${checked ? nothing : markup`<p>DNS could not be read: what is there now is not known.</p>`}${shown}`;
}

/** The changes of a domain's records: planned by live DNS, or written at the host of its zone (D24). */
export function applyPages(operation: Operation) {
  const act = <Answer>({ session, params }: SessionInput, body: Record<string, unknown>) =>
    operation<Answer>(session.caller, 'POST /domains/{id}', { params, body: { action: 'apply', ...body } });

  async function page(
    input: SessionInput,
    { issues = [], code = 200, plan }: { issues?: Issue[]; code?: number; plan?: DnsPlan } = {},
  ): Promise<PageAnswer> {
    const [{ domain }, { dns_plan: shown }] = await Promise.all([
      operation<{ domain: DomainRecord }>(input.session.caller, 'GET /domains/{id}', {
        params: input.params,
      }),
      plan ? { dns_plan: plan } : act<{ dns_plan: DnsPlan }>(input, { dry_run: true }),
    ]);
    const path = `/domains/${domain.id}`;
    const fields = markup`${accessFields(input.form, domain, issues)}${button('Apply changes')}`;
    const forget =
      domain.dns_host.credentials === 'stored'
        ? form(input, `${path}/forget`, button('Forget stored credentials', 'quiet'))
        : nothing;
    return {
      status: code,
      page: {
        name: `DNS of ${domain.name}`,
        content: markup`${faults(issues)}${planTable(shown)}<p>${outside(shown.keep_old_records)}</p>
<h2>Write them</h2><p>Records are added and extended; none is deleted.</p>${form(input, `${path}/apply`, fields)}${forget}<p><a href="/domains/${domain.name}">Domain</a></p>`,
      },
    };
  }

  const apply = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { form: sent } = input;
        const credentials = filled(sent, [
          'api_token',
          'access_key_id',
          'secret_access_key',
          'session_token',
        ]);
        const { dns_plan } = await act<{ dns_plan: DnsPlan }>(input, {
          ...filled(sent, ['provider']),
          ...(Object.keys(credentials).length > 0 && { credentials }),
          save_credentials: sent.get('save_credentials') === 'true',
        });
        if (dns_plan.changes.some(({ result }) => result === 'failed'))
          return page(input, { plan: dns_plan });
        return seeOther(`/domains/${input.params.id}?done=applied`);
      },
      (issues, code) => page(input, { issues: shortened(issues), code }),
    );

  async function forget({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'POST /domains/{id}', { params, body: { action: 'forget_credentials' } });
    return seeOther(`/domains/${params.id}?done=forgotten`);
  }

  return { page, apply, forget };
}

/** Faults of `credentials.api_token` at the field `api_token`; of all credentials at the first. */
const shortened = (issues: Issue[]): Issue[] =>
  issues.map((issue) => ({
    ...issue,
    path: issue.path === 'credentials' ? 'api_token' : issue.path.replace(/^credentials\./, ''),
  }));
