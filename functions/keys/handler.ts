import { createContext } from '../../shared/aws/context.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { keyRoutes } from './routes.ts';

export const handler = httpHandler(createContext(), keyRoutes);
