import type { Email } from '../../shared/core/records/emails.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { countEmails } from '../../shared/domain/counters/count-emails.ts';
import { type Account, emailOf, send } from './account.ts';
import type { Operation } from './budgets.ts';

type Bench = {
  ctx: Context;
  runs: number;
  record: (name: Operation, warming: boolean, run: () => Promise<unknown>) => Promise<void>;
};

/** What the table's stream reports about an email, in one window of `count` and in a later one (A6). */
export async function measureCounts({ ctx, runs, record }: Bench, { request, domain }: Account) {
  let sequence = 1;
  for (let round = 0; round <= runs; round++) {
    const id = await send(request, emailOf(domain, 'someone@example.net'));
    const queued = (await ctx.emails.getMeta(id as Id<'msg'>)) as Email;
    const sent: Email = { ...queued, state: 'sent', sent_at: queued.created_at };
    const delivered: Email = { ...sent, outcomes: { '0d': Date.now() } };
    const change = (before: Email | null, after: Email) => ({
      sequence: String(sequence++),
      changed_at: Date.now(),
      before,
      after,
    });
    const first = [change(null, queued), change(queued, sent)];
    await record('count: accepted and sent', round === 0, () => countEmails(ctx, 'shard', first));
    const last = [change(sent, delivered)];
    await record('count: delivered', round === 0, () => countEmails(ctx, 'shard', last));
  }
}
