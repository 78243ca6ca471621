import * as z from 'zod';
import { type Route, route } from '../../shared/http/route.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

/** What needs no key: health, the OpenAPI document and the pages of unsubscribe links (H40). */
export const publicRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/health',
    summary: 'Whether the service answers',
    scope: null,
    bucket: 'other',
    tenant_keys: 'closed',
    status: 200,
    response: z.object({ ok: z.literal(true) }),
    run: async () => ({ body: { ok: true } }),
  }),
  route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    scope: null,
    bucket: 'other',
    tenant_keys: 'closed',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    run: async (ctx) => {
      // Seldom asked for, and a tenth of what this function would load at its start.
      const { document } = await import('./document.ts');
      return { body: { ...document, servers: [{ url: ctx.settings.base_url }] } };
    },
  }),
  ...unsubscribeRoutes,
];
