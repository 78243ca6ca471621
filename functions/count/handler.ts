import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { emailStreamHandler } from '../../shared/aws/table-stream.ts';
import { countEmails } from '../../shared/domain/counters/count-emails.ts';

const ctx = compose([counters]);

export const handler = emailStreamHandler(ctx.log, (shard, changes) => countEmails(ctx, shard, changes));
