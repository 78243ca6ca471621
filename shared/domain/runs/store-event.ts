import type { CustomEvent } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type { Id } from '../../core/runtime.ts';
import type { Automations, Base, CustomEvents, Runs } from '../context.ts';
import type { RunMessage, StoredEvent } from '../ports/runs.ts';
import { type JoinedMove, joinStart } from './begin-run.ts';
import { joinMove } from './move-by-event.ts';
import type { Planned } from './plan-event.ts';

type Ctx = Base & Automations & CustomEvents & Runs;
type Owner = { account: Id<'acc'>; event: CustomEvent; shards: number };
type Options = { claim: IdempotencyClaim | null; kept_s: number };

/** The event as it is stored; `message`: the one move that it makes was stored with it. */
export type StoredMove = { stored: StoredEvent; message: RunMessage | null };
type Result = StoredMove | 'duplicate_key';

/** The only thing that an event does; null where it does more, or nothing. */
async function onlyMove(ctx: Ctx, owner: Owner, { plan, starts, runs }: Planned): Promise<JoinedMove | null> {
  const [start] = starts;
  const [cancel] = plan.cancels;
  const [resume] = plan.resumes;
  if (starts.length + plan.cancels.length + plan.resumes.length !== 1) return null;
  if (start) return joinStart(ctx, owner, start);
  const change = resume ?? (cancel ? { run: cancel, step: null } : null);
  const run = change && runs.get(change.run);
  return change && run ? joinMove(ctx, owner.event, change, run) : null;
}

/** As it is once its only move is made: nothing is left to count. */
const withMove = (stored: StoredEvent): StoredEvent => {
  const { cancels, resumes } = stored.plan;
  const counts = { resumed_runs: resumes.length, cancelled_runs: cancels.length };
  return { ...stored, posted: { ...stored.posted, ...counts }, done: true };
};

/** One that starts nothing, because its automation took this person before (U13). */
const withoutStart = (stored: StoredEvent): StoredEvent => ({
  ...stored,
  plan: { cancels: [], resumes: [], starts: [] },
  due: null,
  done: true,
});

/**
 * Stores an event with what it is going to do (U7); where that is one move of one run, the move is part of the same write,
 * unless another move of that run comes first.
 */
export async function storeEvent(
  ctx: Ctx,
  owner: Owner,
  { stored, planned, ...options }: Options & { stored: StoredEvent; planned: Planned },
): Promise<Result> {
  const store = async (event: StoredEvent): Promise<Result> => {
    const created = await ctx.custom_events.create(event, { ...options, joined: null });
    return created === 'duplicate_key' ? created : { stored: event, message: null };
  };
  const only = await onlyMove(ctx, owner, planned);
  if (only === null) return store(stored);
  const { joined, message, drop } = only;
  const moved = withMove(stored);
  const created = await ctx.custom_events.create(moved, { ...options, joined });
  if (created === 'created') return { stored: moved, message };
  if (created === 'overtaken') return store(stored);
  const [result] = await Promise.all([
    created === 'entered' ? store(withoutStart(stored)) : created,
    drop().catch(() => {}),
  ]);
  return result;
}
