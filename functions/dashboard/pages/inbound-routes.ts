import type { Issue } from '../../../shared/core/errors.ts';
import type { RouteRecord } from '../../../shared/domain/inbound-rules/rule-records.ts';
import type { WebhookRecord } from '../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { ruleRoutes } from '../../inbound/rule-routes.ts';
import { webhookRoutes } from '../../webhooks/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain, type Refused } from '../parts/acting.ts';
import { type Asked, askingPages } from '../parts/asking.ts';
import { callsOf } from '../parts/calls.ts';
import { listPage } from '../parts/list.ts';
import { get, may, post } from '../parts/pages.ts';
import { asking, button, type Choice, faults, fieldsOf, form, status, time } from '../parts/parts.ts';

const [reading, writing] = [['inbound:read'] as const, ['inbound:write'] as const];

const notes = { added: 'The route is kept.', deleted: 'The route was deleted.' };

const actions = [
  ['deliver', 'Deliver'],
  ['refuse', 'Refuse'],
] as const;

function addForm(input: SessionInput, issues: Issue[] | undefined, known: Choice[]): Html {
  const field = fieldsOf(input.form, issues);
  const fields = markup`${field({ name: 'match', label: 'Address', required: true, hint: 'support@in.example.com, support+*@in.example.com or *@in.example.com' })}
${field({ name: 'action', label: 'Action', options: actions })}${field({ name: 'webhook_id', label: 'Endpoint', options: [['', 'All endpoints'], ...known], hint: 'Of mail that is delivered' })}${button('Add')}`;
  return markup`<h2>Add a route</h2>${faults(issues)}${form(input, '/inbound-routes/add', fields)}`;
}

function endpointOf({ action, webhook_id }: RouteRecord): Html | string {
  if (webhook_id !== null) return markup`<a href="/webhooks/${webhook_id}">${webhook_id}</a>`;
  return action === 'refuse' ? '–' : 'all';
}

/** Routes of received mail by the address that it was sent to (D24, N42). */
export function inboundRoutePages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, [...ruleRoutes, ...webhookRoutes]);

  /** Endpoints to choose from, the newest hundred; none for a member that may not see them. */
  async function endpoints(input: SessionInput): Promise<Choice[]> {
    if (!may(input, ['webhooks:read'])) return [];
    const query = { limit: '100' };
    const page = await call<{ webhooks: WebhookRecord[] }>(input, 'GET /webhooks', { query });
    return page.webhooks.map(({ id, url }) => [id, url] as const);
  }

  async function list(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const writes = may(input, writing);
    const [found, known] = await Promise.all([
      callList<RouteRecord>(input, 'GET /inbound-routes'),
      writes ? endpoints(input) : [],
    ]);
    return listPage(ctx, input, {
      ...found,
      name: 'Inbound routes',
      path: '/inbound-routes',
      notes,
      status: code,
      above: markup`<p><a href="/received">Received</a> <a href="/blocked-senders">Blocked senders</a></p>`,
      caption: 'Inbound routes, newest first',
      heads: ['Address', 'Action', 'Endpoint', 'Since', 'Change'],
      row: (route) => [
        outside(route.match),
        status(route.action),
        endpointOf(route),
        time(route.created_at),
        writes && asking(`/inbound-routes/${route.id}/delete`, 'Delete', 'link'),
      ],
      none: 'No route: every address of a receiving domain takes mail, for all endpoints that are subscribed to it.',
      below: writes && addForm(input, issues, known),
    });
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const { inbound_route } = await call<{ inbound_route: RouteRecord }>(input, 'GET /inbound-routes/{id}');
    return {
      name: 'Delete the route',
      text: markup`Mail for ${outside(inbound_route.match)} is taken as if it had no route.`,
      label: 'Delete',
      back: '/inbound-routes',
    };
  }

  const add = does('POST /inbound-routes', '/inbound-routes?done=added', ({ form: sent }) => ({
    body: filled(sent, ['match', 'action', 'webhook_id']),
  }));
  const remove = does('DELETE /inbound-routes/{id}', '/inbound-routes?done=deleted');

  return [
    get('/inbound-routes', reading, list),
    post('/inbound-routes/add', writing, orFormAgain(list, add)),
    ...askingPages('/inbound-routes/{id}/delete', writing, ask, remove),
  ];
}
