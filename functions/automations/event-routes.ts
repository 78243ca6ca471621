import * as z from 'zod';
import { EventAnswer } from '../../shared/domain/automations/event-record.ts';
import {
  dryRunOf,
  eventAliases,
  multilineEventFields,
  PostEvent,
} from '../../shared/domain/automations/event-request.ts';
import type { Automations, Base, Claims, CustomEvents, Runs, Sending } from '../../shared/domain/context.ts';
import type { dryRunAutomation } from '../../shared/domain/runs/dry-run-automation.ts';
import { hopsOf, postEvent } from '../../shared/domain/runs/post-event.ts';
import { DryRunAnswer } from '../../shared/domain/runs/run-record.ts';
import { idempotencyOf, replayHeaders } from '../../shared/http/idempotency.ts';
import { type Route, route } from '../../shared/http/route.ts';

/** Dry runs are rare, so the first one loads the code that composes emails. */
const dryRun: typeof dryRunAutomation = async (...input) =>
  (await import('../../shared/domain/runs/dry-run-automation.ts')).dryRunAutomation(...input);

export const eventRoutes: Route<Base & Automations & Claims & CustomEvents & Runs & Sending>[] = [
  route({
    method: 'POST',
    path: '/events',
    sdk: 'events.send',
    summary: 'Post an event',
    description:
      'Stores the event, then returns how many active automations it matches. In dashboard sessions, `dry_run` simulates an automation and returns 200, without storing or sending anything.',
    also: [200, 404],
    scope: ['events:write'],
    bucket: 'send',
    tenant_keys: 'closed',
    body: PostEvent,
    aliases: eventAliases,
    multiline: multilineEventFields,
    idempotent: true,
    status: 202,
    response: z.union([EventAnswer, DryRunAnswer]),
    run: async (ctx, { caller, request, body, raw, idempotency_key }) => {
      const automation_id = dryRunOf(body, caller.actor.kind === 'session');
      if (automation_id !== null)
        return { status: 200, body: await dryRun(ctx, caller, { event: body, automation_id }) };
      // `dry_run: false` is the same as leaving it out (U42).
      const { dry_run: _, ...happened } = raw;
      const idempotency = idempotencyOf(caller, idempotency_key, '/events', happened);
      const hops = hopsOf(request.headers.get('service-hops'));
      const { posted, replayed } = await postEvent(ctx, caller, body, { idempotency, hops });
      return { body: posted, ...replayHeaders(replayed) };
    },
  }),
];
