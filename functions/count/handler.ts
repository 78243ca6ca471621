import { compose } from '../../shared/aws/compose.ts';
import { identity, notices } from '../../shared/aws/families/accounts.ts';
import { counters } from '../../shared/aws/families/emails.ts';
import { queues } from '../../shared/aws/families/queues.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { tableStreamHandler } from '../../shared/aws/table-stream.ts';
import { countEmails } from '../../shared/domain/counters/count-emails.ts';
import { countRuns } from '../../shared/domain/counters/count-runs.ts';
import { countSchedules } from '../../shared/domain/counters/count-schedules.ts';

const ctx = compose([counters, identity, notices, queues, tenants]);

export const handler = tableStreamHandler(ctx.log, async (shard, { emails, runs }) => {
  const written = await Promise.all([
    countEmails(ctx, shard, emails),
    countRuns(ctx, shard, runs),
    countSchedules(ctx, shard, emails),
  ]);
  return written.reduce((sum, n) => sum + n);
});
