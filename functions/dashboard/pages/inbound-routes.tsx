import type { SessionInput } from '../../../shared/http/pages/page.ts';
import { inboundRoutes } from '../../inbound/inbound-routes.ts';
import { webhookRoutes } from '../../webhooks/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from '../parts/calls.ts';
import { may } from '../parts/pages.tsx';
import { plainPages } from '../parts/plain-pages.tsx';
import type { Choice } from '../ui/field.tsx';

/** Routes for received mail, by recipient address. */
export function inboundRoutePages(ctx: DashboardContext) {
  const { call } = callsOf(ctx, webhookRoutes);

  /** The newest 100 endpoints to choose from. Empty for members that may not see endpoints. */
  async function endpoints(input: SessionInput): Promise<Choice[]> {
    if (!may(input, ['webhooks:read'])) return [];
    const page = await call(input, 'GET /webhooks', {
      query: { limit: '100' },
    });
    return page.webhooks.map(({ id, url }) => [id, url] as const);
  }

  return plainPages(ctx, inboundRoutes, {
    choices: async (input) => ({ webhook_id: [['', 'All endpoints'], ...(await endpoints(input))] }),
    cells: {
      webhook_id: ({ webhook_id, action }) => {
        if (webhook_id) return <a href={`/webhooks/${webhook_id}`}>{webhook_id}</a>;
        return action === 'refuse' ? '–' : 'all';
      },
    },
  });
}
