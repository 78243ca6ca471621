import { compose } from '../../shared/aws/compose.ts';
import { identity, notices } from '../../shared/aws/families/accounts.ts';
import {
  domainIdentities,
  domainSecrets,
  domains,
  domainTasks,
  openSchedules,
} from '../../shared/aws/families/domains.ts';
import { dns } from '../../shared/aws/families/network.ts';
import { ownQueue, queues } from '../../shared/aws/families/queues.ts';
import { drainable } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { runDomainTask } from '../../shared/domain/domains/run-task.ts';
import { DomainMessage } from '../../shared/domain/ports/domains.ts';

const ctx = compose([
  dns,
  domainIdentities,
  domainSecrets,
  domainTasks,
  domains,
  identity,
  notices,
  openSchedules,
  ownQueue,
  queues,
]);

export const handler = drainable(
  ctx,
  sqsHandler(ctx.log, DomainMessage, (message) => runDomainTask(ctx, message)),
);
