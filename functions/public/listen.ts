import * as z from 'zod';
import { openRoute, type Route } from '../../shared/http/route.ts';

/** The address of the endpoints of `mailwright webhooks listen`, which reads the log of deliveries instead (D73). */
export const listenRoutes: Route<object>[] = [
  openRoute({
    method: 'POST',
    path: '/listen',
    summary: 'Take a webhook that is read from the log of deliveries',
    description: 'Reads and keeps nothing of it.',
    status: 204,
    response: z.unknown(),
    run: async () => ({ body: null }),
  }),
];
