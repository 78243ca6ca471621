import { attachments } from '../../shared/aws/compose/attachments.ts';
import { automations } from '../../shared/aws/compose/automations.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { customEvents } from '../../shared/aws/compose/custom-events.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { resolver } from '../../shared/aws/compose/resolver.ts';
import { runs } from '../../shared/aws/compose/runs.ts';
import { scheduling } from '../../shared/aws/compose/scheduling.ts';
import { sms } from '../../shared/aws/compose/sms.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { webhookRequests } from '../../shared/aws/compose/webhook-requests.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';

const ctx = compose([
  attachments,
  automations,
  customEvents,
  identity,
  mail,
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

export const handler = sqsHandler(ctx.log, AdvanceMessage, (message) => advanceRun(ctx, message));
