import { AppError } from '../../shared/core/errors.ts';
import type { Base, Links, Sightings } from '../../shared/domain/context.ts';
import { noteWebhook } from '../../shared/domain/doctor/webhook-sink.ts';
import { openRoute, type Route } from '../../shared/http/route.ts';
import { done, Ok } from '../../shared/http/schemas.ts';

/** What noting a webhook of the doctor's takes. */
export type SinkPorts = Base & Links & Sightings;

/** Where the operator's `npm run doctor` has its webhook posted (H40, A63). */
export const doctorRoutes: Route<SinkPorts>[] = [
  openRoute({
    method: 'POST',
    path: '/doctor/{token}',
    summary: "Take a webhook of the operator's self-test",
    description: 'Notes that it arrived and keeps nothing of it. Tokens are valid for five minutes.',
    also: [404],
    status: 200,
    response: Ok,
    run: async (ctx, { params }) => {
      if (!(await noteWebhook(ctx, params.token))) throw new AppError('not_found', 'No such token');
      return done;
    },
  }),
];
