import { EventAnswer } from '../../../../shared/domain/automations/event-record.ts';
import type { Base, CustomEvents } from '../../../../shared/domain/context.ts';
import { getEvent } from '../../../../shared/domain/runs/get-event.ts';
import type { Html } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import { type Route, route } from '../../../../shared/http/route.ts';
import { eventRoutes } from '../../../automations/event-routes.ts';
import type { DashboardContext } from '../../context.ts';
import { atFields, filled, json } from '../acting.ts';
import { callsOf } from '../calls.ts';
import type { FormField } from '../parts.tsx';

export const EventFields = ({ field }: { field: FormField }): Html => (
  <>
    {field({ name: 'name', id: 'event-name', label: 'Event', names: 'events', required: true })}
    {field({ name: 'email', id: 'event-email', label: 'Email' })}
    {field({ name: 'user_id', label: 'User id' })}
    {field({ name: 'data', label: 'Data', multiline: 'short', hint: 'A JSON object' })}
  </>
);

/** POST /events with a form's fields. `asked` lists the fields that a dry run adds. */
export function eventOperation(
  ctx: DashboardContext,
  input: SessionInput,
  asked: Record<string, unknown> = {},
) {
  const { form: sent } = input;
  const data = sent.get('data');
  const body = { ...filled(sent, ['name', 'email', 'user_id']), ...(data && { data: json(data) }), ...asked };
  const { call } = callsOf(ctx, eventRoutes);
  return call(input, 'POST /events', { body, idempotency_key: sent.get('request') });
}

/** Shows event errors at the event's fields, because the page has other fields with these names. */
export const ofEvent = atFields({ name: 'event-name', email: 'event-email' }, ['data']);

/** A stored event. Only the dashboard has this route, because the API doesn't read events (U70). */
export const eventRoute: Route<Base & CustomEvents> = route({
  method: 'GET',
  path: '/events/{id}',
  summary: 'Get an event',
  description: 'Returns the stored event, with how many automations it matched and how many runs it resumed.',
  scope: ['automations:read'],
  bucket: 'other',
  tenant_keys: 'closed',
  status: 200,
  response: EventAnswer,
  run: async (ctx, { caller, params }) => ({ body: await getEvent(ctx, caller, params.id) }),
});
