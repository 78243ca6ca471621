import { handle } from 'hono/aws-lambda';
import type { Context } from '../domain/context.ts';
import { buildApp } from './app.ts';
import type { Route } from './route.ts';

/** An endpoint group as a Lambda function behind an HTTP API (payload format 2.0). */
export function httpHandler(ctx: Context, routes: Route[]) {
  return handle(buildApp(ctx, routes));
}
