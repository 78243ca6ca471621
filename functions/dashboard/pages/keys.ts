import type { Issue } from '../../../shared/core/errors.ts';
import { scopes } from '../../../shared/domain/keys/scopes.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { keyRoutes } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, orFormAgain } from '../parts/acting.ts';
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

type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  tenant: string | null;
  last_used_at: string | null;
  created_at: string;
};

const notes = { deleted: 'The API key was deleted. It is refused within a minute.' };

/** API keys: made once, shown once (D24, D33). */
export function keyPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, keyRoutes);

  async function list({ session, search }: SessionInput): Promise<PageAnswer> {
    const { api_keys, next_cursor } = await operation<{ api_keys: ApiKey[]; next_cursor: string | null }>(
      session.caller,
      'GET /api-keys',
      { query: queryOf(search, { limit: '25' }) },
    );
    const rows = api_keys.map((key) => [
      outside(key.name),
      markup`<code>${key.prefix}…</code>`,
      key.scopes.join(', '),
      key.tenant ? outside(key.tenant) : markup`–`,
      time(key.last_used_at),
      time(key.created_at),
      asking(`/api-keys/${key.id}/delete`, 'Delete', 'link'),
    ]);
    return {
      page: {
        name: 'API keys',
        content: markup`${doneNote(search, notes)}<p><a class="button" href="/api-keys/new">Create API key</a></p>
${api_keys.length === 0 ? empty('No API key yet.', firstRequest(ctx, '/api-keys')) : table({ caption: 'API keys, newest first', heads: ['Name', 'Begins', 'Scopes', 'Tenant', 'Last used', 'Created', 'Action'], rows })}
${pager('/api-keys', search, next_cursor)}`,
      },
    };
  }

  function newPage(input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer {
    const value = (name: string) => input.form.get(name);
    const fields = markup`<input type="hidden" name="request" value="${ctx.runtime.secret(43, 'base62')}">
${field({ name: 'name', label: 'Name', value: value('name'), required: true }, issues)}
${field({ name: 'scopes', label: 'Scopes', value: value('scopes') ?? 'emails:send', required: true, hint: `Between commas, of: ${scopes.join(', ')}` }, issues)}
${boundFields(input.form, issues)}
${button('Create API key')}`;
    return {
      status: code,
      page: {
        name: 'Create an API key',
        content: markup`${faults(issues)}${form(input, '/api-keys/new', fields)}`,
      },
    };
  }

  const create = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { form: sent, session } = input;
        const body = { ...filled(sent, ['name']), ...boundsOf(sent), scopes: listed(sent, 'scopes') };
        const { secret } = await operation<{ secret: string }>(session.caller, 'POST /api-keys', {
          body,
          idempotency_key: sent.get('request'),
        });
        return secretPage('API key created', {
          secret,
          text: 'Send it as "Authorization: Bearer" with each request.',
          back: '/api-keys',
        });
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { api_key } = await operation<{ api_key: ApiKey }>(input.session.caller, 'GET /api-keys/{id}', {
      params: input.params,
    });
    const content = confirmation(input, {
      action: `/api-keys/${api_key.id}/delete`,
      text: markup`What uses ${outside(api_key.name)} (${api_key.prefix}…) is refused from now on.`,
      label: 'Delete',
      back: '/api-keys',
    });
    return { page: { name: 'Delete the API key', content } };
  }

  async function remove({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /api-keys/{id}', { params });
    return seeOther('/api-keys?done=deleted');
  }

  const scope = ['full'] as const;
  return [
    { method: 'GET', path: '/api-keys', scope, run: (_, input) => list(input) },
    { method: 'GET', path: '/api-keys/new', scope, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/api-keys/new', scope, run: (_, input) => create(input) },
    { method: 'GET', path: '/api-keys/{id}/delete', scope, run: (_, input) => ask(input) },
    { method: 'POST', path: '/api-keys/{id}/delete', scope, run: (_, input) => remove(input) },
  ];
}
