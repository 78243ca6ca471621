import type { ApiKeyRecord } from '../../../shared/domain/keys/key-record.ts';
import { scopes } from '../../../shared/domain/keys/scopes.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { keyRoutes } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, orFormAgain } from '../parts/acting.ts';
import { boundCells, boundFields, boundHeads, boundsOf } from '../parts/bounds.ts';
import { callsOf } from '../parts/calls.ts';
import { firstRequest } from '../parts/curl.ts';
import { listPage } from '../parts/list.ts';
import { askingPage, formPage, get, newLink, onceGuard, post } from '../parts/pages.ts';
import { asking, button, time } from '../parts/parts.ts';
import { secretPage } from '../parts/secret.ts';

const notes = { deleted: 'The API key was deleted. It is refused within a minute.' };

/** API keys: made once, shown once (D24, D33). */
export function keyPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, keyRoutes);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const found = await callList<ApiKeyRecord>(input, 'GET /api-keys');
    return listPage(input, {
      ...found,
      name: 'API keys',
      path: '/api-keys',
      notes,
      above: newLink('/api-keys/new', 'Create API key'),
      caption: 'API keys, newest first',
      heads: ['Name', 'Begins', 'Scopes', ...boundHeads, 'Last used', 'Created', 'Action'],
      row: (key) => [
        outside(key.name),
        markup`<code>${key.prefix}…</code>`,
        key.scopes.join(', '),
        ...boundCells(key),
        time(key.last_used_at),
        time(key.created_at),
        asking(`/api-keys/${key.id}/delete`, 'Delete', 'link'),
      ],
      none: 'No API key yet.',
      first: firstRequest(ctx, '/api-keys'),
    });
  }

  const newPage = formPage(
    { name: 'Create an API key', action: '/api-keys/new', known: { scopes: 'emails:send' } },
    (field) => markup`${onceGuard(ctx)}
${field({ name: 'name', label: 'Name', required: true })}
${field({ name: 'scopes', label: 'Scopes', required: true, hint: `Between commas, of: ${scopes.join(', ')}` })}
${boundFields(field)}
${button('Create API key')}`,
  );

  async function create(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const { secret } = await call<{ secret: string }>(input, 'POST /api-keys', {
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
    const { api_key } = await call<{ api_key: ApiKeyRecord }>(input, 'GET /api-keys/{id}');
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
