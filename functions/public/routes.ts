import * as z from 'zod';
import { openRoute, type Route } from '../../shared/http/route.ts';
import { done, Ok } from '../../shared/http/schemas.ts';
import { doctorRoutes, type SinkPorts } from './doctor.ts';
import { listenRoutes } from './listen.ts';
import { type TrackingPorts, trackingRoutes } from './tracking.ts';
import { type UnsubscribePorts, unsubscribeRoutes } from './unsubscribe.ts';

/** What needs no key: health, the OpenAPI document, pages and links of emails, the webhooks of the doctor and of listeners (H40, D73). */
export const publicRoutes: Route<UnsubscribePorts & TrackingPorts & SinkPorts>[] = [
  openRoute({
    method: 'GET',
    path: '/health',
    summary: 'Check that the service answers',
    status: 200,
    response: Ok,
    run: async () => done,
  }),
  openRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get this document',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    run: async (ctx) => {
      // Rarely requested, and a tenth of what this function would load at its start.
      const { document } = await import('./document.ts');
      return { body: { ...document, servers: [{ url: ctx.settings.base_url }] } };
    },
  }),
  ...trackingRoutes,
  ...unsubscribeRoutes,
  ...doctorRoutes,
  ...listenRoutes,
];
