import type { CustomEvent } from '../../core/records/automations.ts';
import type { EventPlan } from '../../core/records/runs.ts';
import type { Automations, Base, CustomEvents, Identity, Runs } from '../context.ts';
import type { StoredEvent } from '../ports/runs.ts';
import { beginRun, type Start } from './begin-run.ts';

/** Minutes until the sweep looks at such an event again. */
const again_min = 10;

const minuteOf = ({ runtime }: Base): number => Math.floor(runtime.now() / 60_000);

/** The minute of the row by which the sweep finds an event whose request died; null where it does nothing. */
export const dueOf = (ctx: Base, plan: EventPlan): number | null =>
  plan.starts.length === 0 ? null : minuteOf(ctx) + 1;

/** What a stored plan starts; an automation whose definition is gone starts nothing. */
async function startsOf(
  ctx: Automations,
  { account, plan }: Pick<StoredEvent, 'account' | 'plan'>,
): Promise<Start[]> {
  const found = await Promise.all(
    plan.starts.map(async (starting): Promise<Start | null> => {
      const { automation_id: id, revision, place } = starting;
      const definition = await ctx.automations.readDefinition({ id, account, revision, place });
      return definition && { starting, definition };
    }),
  );
  return found.filter((start) => start !== null);
}

type Carrying = Base & Automations & CustomEvents & Runs;

/** Does what a stored event is going to do, and says that it is done. Safe to repeat: each part is done once (U7). */
export async function carryOut(
  ctx: Carrying,
  { account, posted, due }: Pick<StoredEvent, 'account' | 'posted' | 'due'>,
  { starts, shards }: { starts: Start[]; shards: number },
): Promise<void> {
  if (due === null) return;
  const { event } = posted;
  const begun = await Promise.all(starts.map((start) => beginRun(ctx, { account, event, shards }, start)));
  try {
    await ctx.run_queue.enqueue(begun.filter((message) => message !== null));
    await ctx.custom_events.end(event.id, due);
  } catch (error) {
    // The runs are stored: the sweep finds the event by its row, and queues them.
    ctx.log.warn('left_to_sweep', { event_id: event.id, cause: (error as Error).name });
  }
}

/** The same for an event that was read again, by a repeated request or by the sweep. */
export async function carryOutAgain(ctx: Carrying, stored: StoredEvent, shards: number): Promise<void> {
  await carryOut(ctx, stored, { starts: await startsOf(ctx, stored), shards });
}

/** An event whose request died: its row moves on first, so that a later sweep finds it again (U7). */
export async function sweepEvent(ctx: Carrying & Identity, id: CustomEvent['id'], at: number): Promise<void> {
  const stored = await ctx.custom_events.get(id);
  const account = stored && (await ctx.accounts.get(stored.account));
  if (!stored || !account) return ctx.custom_events.end(id, at);
  const due = minuteOf(ctx) + again_min;
  await ctx.custom_events.moveRow({ id, account: stored.account }, at, due);
  await carryOutAgain(ctx, { ...stored, due }, account.email_shards);
}
