import type { SmtpCredentialRecord } from '../../../shared/domain/keys/key-record.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { keyRoutes } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { doing, filled, orFormAgain, type Refused } from '../parts/acting.ts';
import { boundFields, boundsOf } from '../parts/bounds.ts';
import { firstRequest } from '../parts/curl.ts';
import { type ListOf, listPage, queryOf } from '../parts/list.ts';
import { askingPage, formPage, get, newLink, onceGuard, post } from '../parts/pages.ts';
import { asking, button, empty, fieldsOf, time } from '../parts/parts.ts';
import { secretPage } from '../parts/secret.ts';

const notes = { deleted: 'The credential was deleted. The relay refuses it within a minute.' };

/** Passwords of the SMTP relay: made once, shown once (D24, D33). */
export function smtpCredentialPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, keyRoutes);
  const does = doing(operation);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { smtp_credentials, next_cursor } = await operation<
      ListOf<'smtp_credentials', SmtpCredentialRecord>
    >(input, 'GET /smtp-credentials', { query: queryOf(input.search) });
    return listPage(input, {
      name: 'SMTP credentials',
      path: '/smtp-credentials',
      notes,
      above: newLink('/smtp-credentials/new', 'Create credential'),
      caption: 'SMTP credentials, newest first',
      heads: ['Name', 'Tenant', 'Domains', 'Expires', 'Last used', 'Created', 'Action'],
      rows: smtp_credentials.map((one) => [
        outside(one.name),
        one.tenant ? outside(one.tenant) : '–',
        outside(one.allowed_domains?.join(', ') ?? 'all'),
        one.expires_at ? time(one.expires_at) : 'never',
        time(one.last_used_at),
        time(one.created_at),
        asking(`/smtp-credentials/${one.id}/delete`, 'Delete', 'link'),
      ]),
      none: empty(
        'No SMTP credential yet. Programs that speak SMTP send with one, at port 587.',
        firstRequest(ctx, '/smtp-credentials'),
      ),
      next: next_cursor,
    });
  }

  function newPage(input: SessionInput, refused: Refused = {}): PageAnswer {
    const field = fieldsOf(input.form, refused.issues);
    const fields = markup`${onceGuard(ctx)}
${field({ name: 'name', label: 'Name', required: true })}
${boundFields(field)}${button('Create credential')}`;
    return formPage(
      input,
      { name: 'Create an SMTP credential', action: '/smtp-credentials/new', fields },
      refused,
    );
  }

  async function create(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const { smtp_credential, password } = await operation<{
      smtp_credential: SmtpCredentialRecord;
      password: string;
    }>(input, 'POST /smtp-credentials', {
      body: { ...filled(sent, ['name']), ...boundsOf(sent) },
      idempotency_key: sent.get('request'),
    });
    const { host, port, username } = smtp_credential;
    return secretPage('SMTP credential created', {
      secret: password,
      text: `The password of user "${username}" at ${host}, port ${port}, with STARTTLS.`,
      back: '/smtp-credentials',
    });
  }

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { smtp_credential } = await operation<{ smtp_credential: SmtpCredentialRecord }>(
      input,
      'GET /smtp-credentials/{id}',
    );
    return askingPage(input, {
      name: 'Delete the SMTP credential',
      action: `/smtp-credentials/${smtp_credential.id}/delete`,
      text: markup`What relays with ${outside(smtp_credential.name)} is refused from now on.`,
      label: 'Delete',
      back: '/smtp-credentials',
    });
  }

  const scope = ['full'] as const;
  return [
    get('/smtp-credentials', scope, list),
    get('/smtp-credentials/new', scope, newPage),
    post('/smtp-credentials/new', scope, orFormAgain(newPage, create)),
    get('/smtp-credentials/{id}/delete', scope, ask),
    post(
      '/smtp-credentials/{id}/delete',
      scope,
      does('DELETE /smtp-credentials/{id}', '/smtp-credentials?done=deleted'),
    ),
  ];
}
