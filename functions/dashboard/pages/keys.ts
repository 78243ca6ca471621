import type { ApiKeyRecord } from '../../../shared/domain/keys/key-record.ts';
import { scopes } from '../../../shared/domain/keys/scopes.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { keyRoutes } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { doing, filled, listed, orFormAgain, type Refused } from '../parts/acting.ts';
import { boundFields, boundsOf } from '../parts/bounds.ts';
import { firstRequest } from '../parts/curl.ts';
import { type ListOf, listPage, queryOf } from '../parts/list.ts';
import { askingPage, formPage, get, newLink, onceGuard, post } from '../parts/pages.ts';
import { asking, button, empty, fieldsOf, time } from '../parts/parts.ts';
import { secretPage } from '../parts/secret.ts';

const notes = { deleted: 'The API key was deleted. It is refused within a minute.' };

/** API keys: made once, shown once (D24, D33). */
export function keyPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, keyRoutes);
  const does = doing(operation);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { api_keys, next_cursor } = await operation<ListOf<'api_keys', ApiKeyRecord>>(
      input,
      'GET /api-keys',
      {
        query: queryOf(input.search),
      },
    );
    return listPage(input, {
      name: 'API keys',
      path: '/api-keys',
      notes,
      above: newLink('/api-keys/new', 'Create API key'),
      caption: 'API keys, newest first',
      heads: ['Name', 'Begins', 'Scopes', 'Tenant', 'Last used', 'Created', 'Action'],
      rows: api_keys.map((key) => [
        outside(key.name),
        markup`<code>${key.prefix}…</code>`,
        key.scopes.join(', '),
        key.tenant ? outside(key.tenant) : '–',
        time(key.last_used_at),
        time(key.created_at),
        asking(`/api-keys/${key.id}/delete`, 'Delete', 'link'),
      ]),
      none: empty('No API key yet.', firstRequest(ctx, '/api-keys')),
      next: next_cursor,
    });
  }

  function newPage(input: SessionInput, refused: Refused = {}): PageAnswer {
    const field = fieldsOf(input.form, refused.issues, { scopes: 'emails:send' });
    const fields = markup`${onceGuard(ctx)}
${field({ name: 'name', label: 'Name', required: true })}
${field({ name: 'scopes', label: 'Scopes', required: true, hint: `Between commas, of: ${scopes.join(', ')}` })}
${boundFields(field)}
${button('Create API key')}`;
    return formPage(input, { name: 'Create an API key', action: '/api-keys/new', fields }, refused);
  }

  async function create(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const { secret } = await operation<{ secret: string }>(input, 'POST /api-keys', {
      body: { ...filled(sent, ['name']), ...boundsOf(sent), scopes: listed(sent, 'scopes') },
      idempotency_key: sent.get('request'),
    });
    return secretPage('API key created', {
      secret,
      text: 'Send it as "Authorization: Bearer" with each request.',
      back: '/api-keys',
    });
  }

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { api_key } = await operation<{ api_key: ApiKeyRecord }>(input, 'GET /api-keys/{id}');
    return askingPage(input, {
      name: 'Delete the API key',
      action: `/api-keys/${api_key.id}/delete`,
      text: markup`What uses ${outside(api_key.name)} (${api_key.prefix}…) is refused from now on.`,
      label: 'Delete',
      back: '/api-keys',
    });
  }

  const scope = ['full'] as const;
  return [
    get('/api-keys', scope, list),
    get('/api-keys/new', scope, newPage),
    post('/api-keys/new', scope, orFormAgain(newPage, create)),
    get('/api-keys/{id}/delete', scope, ask),
    post('/api-keys/{id}/delete', scope, does('DELETE /api-keys/{id}', '/api-keys?done=deleted')),
  ];
}
