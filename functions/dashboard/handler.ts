import { gatewayHandler } from '../../shared/http/api-gateway.ts';
import { pageSite } from '../../shared/http/pages/site.ts';
import { dashboardContext } from './context.ts';
import { pageGroups } from './groups.ts';
import { errorContent, frame } from './ui/page.tsx';

const ctx = dashboardContext();

export const handler = gatewayHandler(pageSite(ctx, pageGroups(ctx), { frame, errorContent }));
