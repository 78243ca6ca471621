import { pageHandler } from '../../shared/http/pages/lambda.ts';
import { pageSite } from '../../shared/http/pages/site.ts';
import { dashboardContext } from './context.ts';
import { pageGroups } from './groups.ts';
import { errorContent, frame } from './parts/frame.ts';

const ctx = dashboardContext();

export const handler = pageHandler(pageSite(ctx, pageGroups(ctx), { frame, errorContent }));
