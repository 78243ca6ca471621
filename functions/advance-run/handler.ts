import { compose } from '../../shared/aws/compose.ts';
import { identity } from '../../shared/aws/families/accounts.ts';
import { automations, customEvents, runs, sms } from '../../shared/aws/families/automations.ts';
import { attachments, mail, scheduling, templates, timeline } from '../../shared/aws/families/emails.ts';
import { resolver, webhookRequests } from '../../shared/aws/families/network.ts';
import { ownQueue, queues } from '../../shared/aws/families/queues.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { drainable } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';

const ctx = compose([
  attachments,
  automations,
  customEvents,
  identity,
  mail,
  ownQueue,
  queues,
  resolver,
  runs,
  scheduling,
  sms,
  templates,
  tenants,
  timeline,
  webhookRequests,
  webhooks,
]);

export const handler = drainable(
  ctx,
  sqsHandler(ctx.log, AdvanceMessage, (message) => advanceRun(ctx, message)),
);
