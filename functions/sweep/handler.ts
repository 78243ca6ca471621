import { automations } from '../../shared/aws/compose/automations.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { customEvents } from '../../shared/aws/compose/custom-events.ts';
import { deadLetters } from '../../shared/aws/compose/dead-letters.ts';
import { domainTasks } from '../../shared/aws/compose/domain-tasks.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { inbound } from '../../shared/aws/compose/inbound.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { mail } from '../../shared/aws/compose/mail.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { receiveQueue } from '../../shared/aws/compose/receive-queue.ts';
import { runs } from '../../shared/aws/compose/runs.ts';
import { scheduling } from '../../shared/aws/compose/scheduling.ts';
import { sendingState } from '../../shared/aws/compose/sending-state.ts';
import { sesQuota } from '../../shared/aws/compose/ses-quota.ts';
import { tenantRemovals } from '../../shared/aws/compose/tenant-removals.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { timeline } from '../../shared/aws/compose/timeline.ts';
import { unsubscribes } from '../../shared/aws/compose/unsubscribes.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { runSweep } from '../../shared/domain/delivery/sweep/run-sweep.ts';

const ctx = compose([
  runs,
  identity,
  customEvents,
  automations,
  deadLetters,
  domainTasks,
  domains,
  inbound,
  lists,
  mail,
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

export const handler = (): Promise<void> => runSweep(ctx);
