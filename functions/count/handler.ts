import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { queues } from '../../shared/aws/compose/queues.ts';
import { ses } from '../../shared/aws/compose/ses.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { tableStreamHandler } from '../../shared/aws/table-stream.ts';
import { countEmails } from '../../shared/domain/counters/count-emails.ts';
import { countRuns } from '../../shared/domain/counters/count-runs.ts';

const ctx = compose([counters, identity, queues, ses, tenants]);

export const handler = tableStreamHandler(ctx.log, async (shard, { emails, runs }) => {
  const written = await Promise.all([countEmails(ctx, shard, emails), countRuns(ctx, shard, runs)]);
  return written[0] + written[1];
});
