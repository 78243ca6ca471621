import { requestHash } from '../../shared/core/json-body.ts';
import { EventAnswer } from '../../shared/domain/automations/event-record.ts';
import {
  eventAliases,
  multilineEventFields,
  PostEvent,
} from '../../shared/domain/automations/event-request.ts';
import type { Automations, Base, Claims, CustomEvents, Runs } from '../../shared/domain/context.ts';
import { postEvent } from '../../shared/domain/runs/post-event.ts';
import { type Route, route } from '../../shared/http/route.ts';

/** POST /events. */
export const eventRoutes: Route<Base & Automations & Claims & CustomEvents & Runs>[] = [
  route({
    method: 'POST',
    path: '/events',
    summary: 'Say that something happened',
    description: 'The event is stored before the answer, which says how many active automations it matches.',
    scope: ['events:write'],
    bucket: 'send',
    tenant_keys: 'closed',
    body: PostEvent,
    aliases: eventAliases,
    multiline: multilineEventFields,
    idempotent: true,
    status: 202,
    response: EventAnswer,
    run: async (ctx, { caller, body, raw, idempotency_key }) => {
      const key = idempotency_key;
      const idempotency = key === null ? null : { key, hash: requestHash('POST', '/events', raw) };
      const { posted, replayed } = await postEvent(ctx, caller, body, { idempotency });
      return { body: posted, ...(replayed && { headers: { 'idempotency-replayed': 'true' } }) };
    },
  }),
];
