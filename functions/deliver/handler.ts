import { compose } from '../../shared/aws/compose.ts';
import { identity, notices, rates, tokens } from '../../shared/aws/families/accounts.ts';
import { domainSecrets, domains } from '../../shared/aws/families/domains.ts';
import { attachments, mail, timeline } from '../../shared/aws/families/emails.ts';
import { lists } from '../../shared/aws/families/lists.ts';
import { ownQueue, queues } from '../../shared/aws/families/queues.ts';
import { sendingState, ses } from '../../shared/aws/families/ses.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { drainable } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';

const ctx = compose([
  attachments,
  domainSecrets,
  domains,
  identity,
  lists,
  mail,
  notices,
  ownQueue,
  queues,
  rates,
  sendingState,
  ses,
  tenants,
  timeline,
  tokens,
  webhooks,
]);

export const handler = drainable(
  ctx,
  sqsHandler(ctx.log, DeliverMessage, (message, delivery) => deliverEmail(ctx, message, delivery)),
);
