import type { SmtpCredentialRecord } from '../../../shared/domain/keys/key-record.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { keyRoutes } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { boundCells, boundFields, boundHeads, boundsOf } from '../parts/bounds.ts';
import { callsOf } from '../parts/calls.ts';
import { firstRequest } from '../parts/curl.ts';
import { listPage } from '../parts/list.ts';
import { askingPage, formPage, get, newLink, onceGuard, post } from '../parts/pages.ts';
import { asking, button, time } from '../parts/parts.ts';
import { secretPage } from '../parts/secret.ts';

const notes = { deleted: 'The credential was deleted. The relay refuses it within a minute.' };

/** Passwords of the SMTP relay: made once, shown once (D24, D33). */
export function smtpCredentialPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, keyRoutes);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const found = await callList<SmtpCredentialRecord>(input, 'GET /smtp-credentials');
    return listPage(input, {
      ...found,
      name: 'SMTP credentials',
      path: '/smtp-credentials',
      notes,
      above: newLink('/smtp-credentials/new', 'Create credential'),
      caption: 'SMTP credentials, newest first',
      heads: ['Name', ...boundHeads, 'Last used', 'Created', 'Action'],
      row: (one) => [
        outside(one.name),
        ...boundCells(one),
        time(one.last_used_at),
        time(one.created_at),
        asking(`/smtp-credentials/${one.id}/delete`, 'Delete', 'link'),
      ],
      none: 'No SMTP credential yet. Programs that speak SMTP send with one, at port 587.',
      first: firstRequest(ctx, '/smtp-credentials'),
    });
  }

  const newPage = formPage(
    { name: 'Create an SMTP credential', action: '/smtp-credentials/new' },
    (field) => markup`${onceGuard(ctx)}
${field({ name: 'name', label: 'Name', required: true })}
${boundFields(field)}${button('Create credential')}`,
  );

  async function create(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const { smtp_credential, password } = await call<{
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
    const { smtp_credential } = await call<{ smtp_credential: SmtpCredentialRecord }>(
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
