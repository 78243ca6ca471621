import { compose } from '../../shared/aws/compose/compose.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { smtpCredentials } from '../../shared/aws/compose/smtp-credentials.ts';
import { tenantRemovals } from '../../shared/aws/compose/tenant-removals.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { RemovalMessage } from '../../shared/domain/ports/tenants.ts';
import { finishRemoval } from '../../shared/domain/tenant-admin/finish-removal.ts';

const ctx = compose([domains, identity, smtpCredentials, tenantRemovals, webhooks]);

export const handler = sqsHandler(ctx.log, RemovalMessage, (message) => finishRemoval(ctx, message));
