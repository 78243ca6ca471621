import { createContext } from '../../shared/aws/context.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { templateRoutes } from './routes.ts';

export const handler = httpHandler(createContext(), templateRoutes);
