import { createServer, type IncomingMessage } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { eventRoutes } from '../../functions/automations/event-routes.ts';
import { runRoutes } from '../../functions/automations/run-routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import { sqsHandler, sqsTextHandler } from '../../shared/aws/sqs-batch.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import { sweepDeadLetters } from '../../shared/domain/sweep/dead-letters.ts';
import { sweepOutbox } from '../../shared/domain/sweep/outbox.ts';
import { buildApp } from '../../shared/http/app.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import type { Role } from './boundaries.ts';
import { fastClock } from './clock.ts';

const [role] = process.argv.slice(2) as [Role];
const speed = Number(process.env.SOAK_SPEED);
const now = fastClock(Number(process.env.SOAK_BEGAN), speed);

/** The product's own context with the soak's clock. Queue delays shrink by the same factor. */
function soakContext(): Context {
  const ctx = createContext(readConfig(), { runtime: systemRuntime(now) });
  const { deliver, webhooks, recover } = ctx.queues;
  return {
    ...ctx,
    queues: {
      deliver: (messages, delay_s = 0, options) => deliver(messages, delay_s / speed, options),
      webhooks: (messages, delay_s = 0) => webhooks(messages, delay_s / speed),
      recover: (message, delay_s = 0) => recover(message, delay_s / speed),
    },
    run_queue: {
      enqueue: (messages, delay_s = 0) => ctx.run_queue.enqueue(messages, Math.ceil(delay_s / speed)),
    },
  };
}

const ctx = soakContext();

type Invoke = (event: never) => Promise<unknown>;

/** The functions behind the queues and the clock, created like their handlers. */
const functions: Record<Exclude<Role, 'api' | 'events'>, Invoke> = {
  'advance-run': sqsHandler(ctx.log, AdvanceMessage, (message) =>
    advanceRun({ ...ctx, webhook_client: webhookClient() }, message),
  ),
  deliver: sqsHandler(ctx.log, DeliverMessage, (message, delivery) => deliverEmail(ctx, message, delivery)),
  feedback: sqsTextHandler(ctx.log, (body, delivery) => recordNotification(ctx, body, delivery)),
  sweep: async () => {
    ctx.log.info('sweep', {
      ...(await sweepOutbox(ctx)),
      dead: await sweepDeadLetters(ctx),
    });
  },
};

const app = buildApp(ctx, role === 'events' ? [...eventRoutes, ...runRoutes] : emailRoutes);

async function answerHttp(incoming: IncomingMessage): Promise<Response> {
  const body = await buffer(incoming);
  const headers = new Headers(
    Object.entries(incoming.headersDistinct).map(([k, v]) => [k, v?.join(', ') ?? '']),
  );
  const init = { method: incoming.method ?? 'GET', headers, ...(body.length > 0 && { body }) };
  return app.fetch(new Request(`http://${incoming.headers.host}${incoming.url}`, init));
}

async function answer(incoming: IncomingMessage): Promise<Response> {
  if (role === 'api' || role === 'events') return answerHttp(incoming);
  return Response.json((await functions[role]((await json(incoming)) as never)) ?? {});
}

const server = createServer((incoming, outgoing) => {
  answer(incoming)
    .then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })
    .catch((error) => {
      ctx.log.error('invocation failed', { error: String(error) });
      outgoing.writeHead(500).end();
    });
});
server.listen(0, '127.0.0.1', () => {
  // Stores compiled code now, because a killed process would leave none for the next ones.
  flushCompileCache();
  process.send?.({ port: (server.address() as AddressInfo).port });
});
// When the parent ends, this process ends, too.
process.on('disconnect', () => process.exit());
