import type { ReceivedEmail } from '../../core/records/received.ts';
import type { Caller, Inbound } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';

/** DELETE /received-emails/{id}: the record and all its octets, at once; its links end with them (R57). */
export async function removeReceived(ctx: Inbound, caller: Caller, email: ReceivedEmail): Promise<void> {
  requireScope(caller, ['inbound:write']);
  await ctx.received.remove(email);
}
