import type { Issue } from '../../../shared/core/errors.ts';
import type { RouteRecord } from '../../../shared/domain/inbound-rules/rule-records.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { WebhookRecord } from '../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { ruleRoutes } from '../../inbound/rule-routes.ts';
import { webhookRoutes } from '../../webhooks/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
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
  status,
  table,
  time,
} from '../parts/parts.ts';

const notes = { added: 'The route is kept.', deleted: 'The route was deleted.' };

const actions = [
  ['deliver', 'Deliver'],
  ['refuse', 'Refuse'],
] as const;

/** Where received mail goes, by the address that it was sent to (D24, N42). */
export function inboundRoutePages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, ruleRoutes);
  const webhooks = operationsOf<DashboardContext>(ctx, webhookRoutes);

  /** Endpoints to choose from, the newest hundred; none for who may not see them. */
  async function endpoints({ session }: SessionInput): Promise<(readonly [string, string])[]> {
    if (!grants(session.caller.scopes, ['webhooks:read'])) return [];
    const page = await webhooks<{ webhooks: WebhookRecord[] }>(session.caller, 'GET /webhooks', {
      query: { limit: '100' },
    });
    return page.webhooks.map(({ id, url }) => [id, url] as const);
  }

  function addForm(input: SessionInput, issues: Issue[], known: (readonly [string, string])[]): Html {
    const sent = (name: string) => input.form.get(name);
    const options = [['', 'All endpoints'] as const, ...known];
    const fields = markup`${field({ name: 'match', label: 'Address', value: sent('match'), required: true, hint: 'support@in.example.com, support+*@in.example.com or *@in.example.com' }, issues)}
${field({ name: 'action', label: 'Action', value: sent('action'), options: actions }, issues)}${field({ name: 'webhook_id', label: 'Endpoint', value: sent('webhook_id'), options, hint: 'Of mail that is delivered' }, issues)}${button('Add')}`;
    return markup`<h2>Add a route</h2>${faults(issues)}${form(input, '/inbound-routes/add', fields)}`;
  }

  async function list(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { session, search } = input;
    const writes = grants(session.caller.scopes, ['inbound:write']);
    const [page, known] = await Promise.all([
      operation<{ inbound_routes: RouteRecord[]; next_cursor: string | null }>(
        session.caller,
        'GET /inbound-routes',
        { query: queryOf(search, { limit: '25' }) },
      ),
      writes ? endpoints(input) : [],
    ]);
    const rows = page.inbound_routes.map(({ id, match, action, webhook_id, created_at }) => [
      outside(match),
      status(action),
      webhook_id === null
        ? action === 'refuse'
          ? '–'
          : 'all'
        : markup`<a href="/webhooks/${webhook_id}">${webhook_id}</a>`,
      time(created_at),
      writes ? asking(`/inbound-routes/${id}/delete`, 'Delete', 'link') : nothing,
    ]);
    const heads = ['Address', 'Action', 'Endpoint', 'Since', 'Change'];
    return {
      status: code,
      page: {
        name: 'Inbound routes',
        content: markup`${doneNote(search, notes)}<p><a href="/received">Received</a> <a href="/blocked-senders">Blocked senders</a></p>
${rows.length === 0 ? empty('No route: every address of a receiving domain takes mail, for all endpoints that are subscribed to it.', firstRequest(ctx, '/inbound-routes')) : table({ caption: 'Inbound routes, newest first', heads, rows })}
${pager('/inbound-routes', search, page.next_cursor)}${writes ? addForm(input, issues, known) : nothing}`,
      },
    };
  }

  const add = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const body = filled(input.form, ['match', 'action', 'webhook_id']);
        await operation(input.session.caller, 'POST /inbound-routes', { body });
        return seeOther('/inbound-routes?done=added');
      },
      (issues, code) => list(input, issues, code),
    );

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { session, params } = input;
    const { inbound_route } = await operation<{ inbound_route: RouteRecord }>(
      session.caller,
      'GET /inbound-routes/{id}',
      { params },
    );
    const content = confirmation(input, {
      action: `/inbound-routes/${inbound_route.id}/delete`,
      text: markup`Mail for ${outside(inbound_route.match)} is taken as if it had no route.`,
      label: 'Delete',
      back: '/inbound-routes',
    });
    return { page: { name: 'Delete the route', content } };
  }

  async function remove({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /inbound-routes/{id}', { params });
    return seeOther('/inbound-routes?done=deleted');
  }

  const [reading, writing] = [['inbound:read'] as const, ['inbound:write'] as const];
  return [
    { method: 'GET', path: '/inbound-routes', scope: reading, run: (_, input) => list(input) },
    { method: 'POST', path: '/inbound-routes/add', scope: writing, run: (_, input) => add(input) },
    { method: 'GET', path: '/inbound-routes/{id}/delete', scope: writing, run: (_, input) => ask(input) },
    { method: 'POST', path: '/inbound-routes/{id}/delete', scope: writing, run: (_, input) => remove(input) },
  ];
}
