import * as z from 'zod';
import { AppError } from '../../shared/core/errors.ts';
import type { Sightings } from '../../shared/domain/context.ts';
import { noteWebhook } from '../../shared/domain/doctor/webhook-sink.ts';
import type { Tracking } from '../../shared/domain/tracking/follow-link.ts';
import type { Unsubscribing } from '../../shared/domain/unsubscribe/unsubscribe.ts';
import { openRoute, type Route } from '../../shared/http/route.ts';
import { done, Ok } from '../../shared/http/schemas.ts';
import { trackingRoutes } from './tracking.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

/** Endpoints without a key: health, OpenAPI, pages and links in emails, webhooks of doctor and listeners. */
export const publicRoutes: Route<Unsubscribing & Tracking & Sightings>[] = [
  openRoute({
    method: 'GET',
    path: '/health',
    sdk: 'health.get',
    summary: "Check the service's health",
    description: 'Returns the deployed version. Needs no API key, and checks only the API itself.',
    status: 200,
    response: Ok.extend({ version: z.string(), commit: z.string().nullable() }),
    run: async (ctx) => ({ body: { ...done.body, ...ctx.settings.release } }),
  }),
  openRoute({
    method: 'GET',
    path: '/openapi.json',
    sdk: 'openapi.get',
    summary: 'Get this document',
    description: "Returns OpenAPI 3.1, with this deployment's URL as the server.",
    status: 200,
    response: z.record(z.string(), z.unknown()),
    run: async (ctx) => {
      // Loaded on demand, because it is rarely requested and a tenth of the function's code.
      const { document } = await import('./document.ts');
      return { body: { ...document, servers: [{ url: ctx.settings.base_url }] } };
    },
  }),
  ...trackingRoutes,
  ...unsubscribeRoutes,
  openRoute({
    method: 'POST',
    path: '/doctor/{token}',
    summary: "Receive a webhook from the operator's self-test",
    description:
      "Records only that the webhook arrived. Its content isn't stored. Tokens are valid for five minutes.",
    also: [404],
    status: 200,
    response: Ok,
    run: async (ctx, { params }) => {
      if (!(await noteWebhook(ctx, params.token))) throw new AppError('not_found', 'No such token');
      return done;
    },
  }),
  // The delivery log already has the events that `mailwright webhooks listen` shows (D73).
  openRoute({
    method: 'POST',
    path: '/listen',
    summary: 'Accept a webhook that you read from the delivery log',
    description: 'Returns 204 and ignores the body.',
    status: 204,
    response: z.unknown(),
    run: async () => ({ body: null }),
  }),
];
