import { compose } from '../../shared/aws/compose/compose.ts';
import { counters } from '../../shared/aws/compose/counters.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { ses } from '../../shared/aws/compose/ses.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { emailStreamHandler } from '../../shared/aws/table-stream.ts';
import { countEmails } from '../../shared/domain/counters/count-emails.ts';

const ctx = compose([counters, identity, ses, tenants]);

export const handler = emailStreamHandler(ctx.log, (shard, changes) => countEmails(ctx, shard, changes));
