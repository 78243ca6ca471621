import { attachments } from '../../shared/aws/compose/attachments.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { inbound } from '../../shared/aws/compose/inbound.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { receiveQueue } from '../../shared/aws/compose/receive-queue.ts';
import { scheduling } from '../../shared/aws/compose/scheduling.ts';
import { smtpCredentials } from '../../shared/aws/compose/smtp-credentials.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { smtpTask } from '../../shared/aws/smtp-task.ts';
import { runTask } from '../../shared/smtp/run-task.ts';

const ctx = compose([
  attachments,
  domains,
  identity,
  inbound,
  lists,
  mail,
  queues,
  rates,
  receiveQueue,
  scheduling,
  smtpCredentials,
  templates,
  tenants,
  timeline,
  webhooks,
]);

const thread = new URL('./read-thread.mjs', import.meta.url);

runTask(ctx, { ...smtpTask(ctx), thread }).catch((error) => {
  ctx.log.error('smtp_not_started', { cause: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
