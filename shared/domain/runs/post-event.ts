import { type CustomEvent, max_hops, type PostedEvent } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type { Person } from '../../core/records/runs.ts';
import { tryAgain } from '../../core/revise.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import type { PostEvent } from '../automations/event-request.ts';
import type { Automations, Base, Caller, Claims, CustomEvents, Runs } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { runShards } from '../limits/plans.ts';
import type { StoredEvent } from '../ports/runs.ts';
import { claimFor, type Idempotency, madeBefore } from '../sending/idempotency.ts';
import { carryOut, carryOutAgain, dueOf, hasChanges } from './carry-out.ts';
import { type Planned, planEvent } from './plan-event.ts';
import { removeStale } from './rows.ts';
import { max_run_s, maxSecondsOf } from './scope.ts';

type Ctx = Base & Automations & Claims & CustomEvents & Runs;

/**
 * The posted event and what it did. `replayed` means that the first request with the same Idempotency-Key did
 * it.
 */
type Posted = { posted: PostedEvent; replayed: boolean };

/** An event as stored. Its id and created_at share one millisecond. */
function newEvent(
  ctx: Base,
  { source }: Caller,
  { name, data }: PostEvent,
  { person, hops }: { person: Person; hops: number },
): CustomEvent {
  const id = ctx.runtime.id('ae');
  const created_at = timestamp(idTime(id));
  return { id, name, ...person, data: data ?? {}, source, created_at, ...(hops > 0 && { hops }) };
}

const hopCount = /^\d{1,4}$/;

/** The hops in a Service-Hops header, as the webhook step wrote it. 0 for other text. */
export const hopsOf = (header: string | null): number =>
  header !== null && hopCount.test(header) ? Number(header) : 0;

const shardsOf = ({ account }: Caller): number => runShards(account.email_shards);

/**
 * Returns the first response again, after finishing all of its work, because the first request may have died.
 * Throws 409 for another body, and 503 if the event can't be read.
 */
async function replay(ctx: Ctx, caller: Caller, claim: IdempotencyClaim, given: Idempotency) {
  const stored = await ctx.custom_events.get(madeBefore<'ae'>(caller, claim, given));
  if (stored?.account !== caller.account.id) throw tryAgain();
  return { posted: await carryOutAgain(ctx, stored, shardsOf(caller)), replayed: true };
}

/** Seconds to keep an event, because any run it starts or resumes may read it. */
function keptFor({ settings }: Base, { plan, starts, runs }: Planned): number {
  const started = starts.map(({ definition }) => maxSecondsOf(definition));
  const resumed = plan.resumes.map(({ run }) => runs.get(run)?.longest_s ?? 0);
  if (plan.after !== undefined) resumed.push(max_run_s);
  return [...started, ...resumed].reduce((max, one) => Math.max(max, one), 0) + settings.retention.event;
}

/**
 * POST /events: stores the event with its plan, and carries the plan out before responding. Without matches
 * it takes two round trips: claim and triggers in parallel, then one write. A repeated Idempotency-Key gets
 * the first response. An event over 20 hops starts nothing. Throws 403 and 409 idempotency_conflict.
 */
export async function postEvent(
  ctx: Ctx,
  caller: Caller,
  input: PostEvent,
  { idempotency, hops = 0 }: { idempotency: Idempotency | null; hops?: number },
): Promise<Posted> {
  requireScope(caller, ['events:write']);
  const { id: account } = caller.account;
  const shards = shardsOf(caller);
  const readClaim = () => (idempotency ? ctx.claims.read(account, idempotency.key) : Promise.resolve(null));
  const person = { user_id: input.user_id ?? null, email: input.email ?? null };
  const [first, triggers, subscribers] = await Promise.all([
    readClaim(),
    hops > max_hops ? [] : ctx.automations.triggers(account, input.name),
    ctx.runs.subscribers({ account, name: input.name, person }, null),
  ]);
  if (first && idempotency) return replay(ctx, caller, first, idempotency);
  const event = newEvent(ctx, caller, input, { person, hops });
  const planned = await planEvent(ctx, account, event, { triggers, subscribers });
  const { plan, starts, runs, stale } = planned;
  const counts = { matched_automations: starts.length, resumed_runs: 0, cancelled_runs: 0 };
  const due = dueOf(ctx, plan);
  const stored: StoredEvent = { account, posted: { event, ...counts }, plan, due, done: !hasChanges(plan) };
  const claim =
    idempotency && claimFor(ctx, { account, id: event.id, tenant: null, status: 'sent' }, idempotency);
  const [result] = await Promise.all([
    ctx.custom_events.create(stored, { claim, kept_s: keptFor(ctx, planned) }),
    removeStale(ctx, { account, name: input.name, person }, stale),
  ]);
  if (result === 'duplicate_key') {
    const other = await readClaim();
    if (other === null || idempotency === null) throw tryAgain();
    return replay(ctx, caller, other, idempotency);
  }
  const posted = await carryOut(ctx, stored, { starts, shards, runs });
  const { resumed_runs: resumed, cancelled_runs: cancelled } = posted;
  if (hops > max_hops) ctx.log.warn('event_hops_exceeded', { account, event_id: event.id, hops });
  ctx.log.info('event_posted', { account, event_id: event.id, matched: starts.length, resumed, cancelled });
  return { posted, replayed: false };
}
