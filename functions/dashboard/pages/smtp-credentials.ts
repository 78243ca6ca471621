import type { Issue } from '../../../shared/core/errors.ts';
import type { SmtpCredentialRecord } from '../../../shared/domain/keys/key-record.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { keyRoutes } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { boundFields, boundsOf } from '../parts/bounds.ts';
import { firstRequest } from '../parts/curl.ts';
import { pager, queryOf } from '../parts/list.ts';
import {
  asking,
  button,
  confirmation,
  doneNote,
  empty,
  faults,
  field,
  form,
  table,
  time,
} from '../parts/parts.ts';
import { secretPage } from '../parts/secret.ts';

const notes = { deleted: 'The credential was deleted. The relay refuses it within a minute.' };

/** Passwords of the SMTP relay: made once, shown once (D24, D33). */
export function smtpCredentialPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, keyRoutes);

  async function list({ session, search }: SessionInput): Promise<PageAnswer> {
    const { smtp_credentials, next_cursor } = await operation<{
      smtp_credentials: SmtpCredentialRecord[];
      next_cursor: string | null;
    }>(session.caller, 'GET /smtp-credentials', { query: queryOf(search, { limit: '25' }) });
    const rows = smtp_credentials.map(
      ({ id, name, tenant, allowed_domains, expires_at, last_used_at, created_at }) => [
        outside(name),
        tenant ? outside(tenant) : markup`–`,
        outside(allowed_domains?.join(', ') ?? 'all'),
        expires_at ? time(expires_at) : 'never',
        time(last_used_at),
        time(created_at),
        asking(`/smtp-credentials/${id}/delete`, 'Delete', 'link'),
      ],
    );
    return {
      page: {
        name: 'SMTP credentials',
        content: markup`${doneNote(search, notes)}<p><a class="button" href="/smtp-credentials/new">Create credential</a></p>
${smtp_credentials.length === 0 ? empty('No SMTP credential yet. Programs that speak SMTP send with one, at port 587.', firstRequest(ctx, '/smtp-credentials')) : table({ caption: 'SMTP credentials, newest first', heads: ['Name', 'Tenant', 'Domains', 'Expires', 'Last used', 'Created', 'Action'], rows })}
${pager('/smtp-credentials', search, next_cursor)}`,
      },
    };
  }

  function newPage(input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer {
    const fields = markup`<input type="hidden" name="request" value="${ctx.runtime.secret(43, 'base62')}">
${field({ name: 'name', label: 'Name', value: input.form.get('name'), required: true }, issues)}
${boundFields(input.form, issues)}${button('Create credential')}`;
    return {
      status: code,
      page: {
        name: 'Create an SMTP credential',
        content: markup`${faults(issues)}${form(input, '/smtp-credentials/new', fields)}`,
      },
    };
  }

  const create = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { form: sent, session } = input;
        const { smtp_credential, password } = await operation<{
          smtp_credential: SmtpCredentialRecord;
          password: string;
        }>(session.caller, 'POST /smtp-credentials', {
          body: { ...filled(sent, ['name']), ...boundsOf(sent) },
          idempotency_key: sent.get('request'),
        });
        const { host, port, username } = smtp_credential;
        return secretPage('SMTP credential created', {
          secret: password,
          text: `The password of user "${username}" at ${host}, port ${port}, with STARTTLS.`,
          back: '/smtp-credentials',
        });
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { smtp_credential } = await operation<{ smtp_credential: SmtpCredentialRecord }>(
      input.session.caller,
      'GET /smtp-credentials/{id}',
      { params: input.params },
    );
    const content = confirmation(input, {
      action: `/smtp-credentials/${smtp_credential.id}/delete`,
      text: markup`What relays with ${outside(smtp_credential.name)} is refused from now on.`,
      label: 'Delete',
      back: '/smtp-credentials',
    });
    return { page: { name: 'Delete the SMTP credential', content } };
  }

  async function remove({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /smtp-credentials/{id}', { params });
    return seeOther('/smtp-credentials?done=deleted');
  }

  const scope = ['full'] as const;
  return [
    { method: 'GET', path: '/smtp-credentials', scope, run: (_, input) => list(input) },
    { method: 'GET', path: '/smtp-credentials/new', scope, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/smtp-credentials/new', scope, run: (_, input) => create(input) },
    { method: 'GET', path: '/smtp-credentials/{id}/delete', scope, run: (_, input) => ask(input) },
    { method: 'POST', path: '/smtp-credentials/{id}/delete', scope, run: (_, input) => remove(input) },
  ];
}
