import { compose } from '../../shared/aws/compose.ts';
import { identity, smtpCredentials } from '../../shared/aws/families/accounts.ts';
import { domains } from '../../shared/aws/families/domains.ts';
import { inboundRules } from '../../shared/aws/families/inbound.ts';
import { ownQueue } from '../../shared/aws/families/queues.ts';
import { tenantRemovals } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { drainable } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { RemovalMessage } from '../../shared/domain/ports/tenants.ts';
import { finishRemoval } from '../../shared/domain/tenant-admin/finish-removal.ts';

const ctx = compose([domains, identity, inboundRules, ownQueue, smtpCredentials, tenantRemovals, webhooks]);

export const handler = drainable(
  ctx,
  sqsHandler(ctx.log, RemovalMessage, (message) => finishRemoval(ctx, message)),
);
