import { attachments } from '../../shared/aws/compose/attachments.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { sendingState } from '../../shared/aws/compose/sending-state.ts';
import { ses } from '../../shared/aws/compose/ses.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { tokens } from '../../shared/aws/compose/tokens.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';

const ctx = compose([
  attachments,
  domains,
  identity,
  lists,
  mail,
  queues,
  rates,
  sendingState,
  ses,
  tenants,
  timeline,
  tokens,
  webhooks,
]);

export const handler = sqsHandler(ctx.log, DeliverMessage, (message, delivery) =>
  deliverEmail(ctx, message, delivery),
);
