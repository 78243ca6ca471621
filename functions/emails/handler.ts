import { createContext } from '../../shared/aws/context.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { emailRoutes } from './routes.ts';

export const handler = httpHandler(createContext(), [...emailRoutes, ...attachmentRoutes]);
