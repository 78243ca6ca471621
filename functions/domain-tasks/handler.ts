import { compose } from '../../shared/aws/compose/compose.ts';
import { dns } from '../../shared/aws/compose/dns.ts';
import { domainIdentities } from '../../shared/aws/compose/domain-identities.ts';
import { domainSecrets } from '../../shared/aws/compose/domain-secrets.ts';
import { domainTasks } from '../../shared/aws/compose/domain-tasks.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { openSchedules } from '../../shared/aws/compose/open-schedules.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { ses } from '../../shared/aws/compose/ses.ts';
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
  openSchedules,
  queues,
  ses,
]);

export const handler = sqsHandler(ctx.log, DomainMessage, (message) => runDomainTask(ctx, message));
