import { EventAnswer } from '../../../../shared/domain/automations/event-record.ts';
import type { Base, CustomEvents } from '../../../../shared/domain/context.ts';
import { getEvent } from '../../../../shared/domain/runs/get-event.ts';
import { type Route, route } from '../../../../shared/http/route.ts';

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
