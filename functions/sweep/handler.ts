import { compose } from '../../shared/aws/compose.ts';
import { identity, notices } from '../../shared/aws/families/accounts.ts';
import { automations, customEvents, runs } from '../../shared/aws/families/automations.ts';
import { domains, domainTasks } from '../../shared/aws/families/domains.ts';
import { attachments, mail, scheduling, timeline } from '../../shared/aws/families/emails.ts';
import { inbound, inboundRules } from '../../shared/aws/families/inbound.ts';
import { lists, unsubscribes } from '../../shared/aws/families/lists.ts';
import { deadLetters, queueDrains, queues } from '../../shared/aws/families/queues.ts';
import { receiveQueue } from '../../shared/aws/families/receiving.ts';
import { sendingState, sesQuota } from '../../shared/aws/families/ses.ts';
import { tenantRemovals, tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
import { SweepEvent } from '../../shared/domain/ports/drains.ts';
import { runSweep } from '../../shared/domain/sweep/run-sweep.ts';

const ctx = compose([
  attachments,
  runs,
  identity,
  customEvents,
  automations,
  deadLetters,
  domainTasks,
  domains,
  inbound,
  inboundRules,
  lists,
  mail,
  notices,
  queueDrains,
  queues,
  receiveQueue,
  scheduling,
  sendingState,
  sesQuota,
  tenantRemovals,
  tenants,
  timeline,
  unsubscribes,
  webhooks,
]);

export const handler = (event: unknown): Promise<void> => runSweep(ctx, SweepEvent.parse(event));
