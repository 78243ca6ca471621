import { compose } from '../../shared/aws/compose.ts';
import { identity, rates, smtpCredentials } from '../../shared/aws/families/accounts.ts';
import { domains } from '../../shared/aws/families/domains.ts';
import { attachments, mail, scheduling, templates, timeline } from '../../shared/aws/families/emails.ts';
import { inbound, inboundRules } from '../../shared/aws/families/inbound.ts';
import { lists } from '../../shared/aws/families/lists.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { receiveQueue } from '../../shared/aws/families/receiving.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { smtpTask } from '../../shared/aws/smtp-task.ts';
import { runTask } from '../../shared/smtp/run-task.ts';

const families = [
  attachments,
  domains,
  identity,
  inbound,
  inboundRules,
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
];

const ctx = compose(families);

const thread = new URL('./read-thread.mjs', import.meta.url);

runTask(ctx, { ...smtpTask(ctx), thread }).catch((error) => {
  ctx.log.error('smtp_not_started', { cause: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
