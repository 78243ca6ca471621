import { AppError } from '../../core/errors.ts';
import type { CustomEvent, PostedEvent } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import type { PostEvent } from '../automations/event-request.ts';
import type { Automations, Base, Caller, Claims, CustomEvents, Runs } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { StoredEvent } from '../ports/runs.ts';
import { checkSameBody, claimFor, type Idempotency } from '../sending/idempotency.ts';
import { findStarts, type Start } from './begin-run.ts';
import { carryOut, carryOutAgain, dueOf } from './carry-out.ts';
import { longestOf } from './scope.ts';

type Ctx = Base & Automations & Claims & CustomEvents & Runs;

/** What was posted and what it did; `replayed`: by the first request with its Idempotency-Key. */
type Posted = { posted: PostedEvent; replayed: boolean };

/** An event as it is stored: its id is of the very millisecond of its created_at. */
function newEvent(ctx: Base, { name, user_id, email, data }: PostEvent): CustomEvent {
  const id = ctx.runtime.id('ae');
  const created_at = timestamp(idTime(id));
  const person = { user_id: user_id ?? null, email: email ?? null };
  return { id, name, ...person, data: data ?? {}, source: 'api', created_at };
}

const tryAgain = () => new AppError('unavailable', 'Try again', { headers: { 'retry-after': '1' } });

/**
 * The first answer again, once all of it is done: the first request may have died on its way (U7). 409 for another body,
 * 503 where the event is not to be read (H10, U43).
 */
async function replay(
  ctx: Ctx,
  caller: Caller,
  claim: IdempotencyClaim,
  idempotency: Idempotency,
): Promise<Posted> {
  checkSameBody(caller, claim, idempotency);
  const stored = await ctx.custom_events.get(claim.email_id);
  if (stored?.account !== caller.account.id) throw tryAgain();
  await carryOutAgain(ctx, stored, caller.account.email_shards);
  return { posted: stored.posted, replayed: true };
}

/** How long an event is kept: every run that it starts may read it to its end (U12). */
const keptFor = ({ settings }: Base, starts: Start[]): number =>
  settings.retention.event + Math.max(0, ...starts.map(({ definition }) => longestOf(definition)));

/**
 * POST /events: the event is stored with what it is going to do, which is done before the answer (U1). Two round trips
 * where it matches nothing: the claim and the triggers in parallel, then one write. A repeated Idempotency-Key gets the
 * first answer (U43). Throws 403 and 409 idempotency_conflict.
 */
export async function postEvent(
  ctx: Ctx,
  caller: Caller,
  input: PostEvent,
  { idempotency }: { idempotency: Idempotency | null },
): Promise<Posted> {
  requireScope(caller, ['events:write']);
  const { id: account, email_shards: shards } = caller.account;
  const readClaim = () => (idempotency ? ctx.claims.read(account, idempotency.key) : Promise.resolve(null));
  const [first, triggers] = await Promise.all([readClaim(), ctx.automations.triggers(account, input.name)]);
  if (first && idempotency) return replay(ctx, caller, first, idempotency);
  const event = newEvent(ctx, input);
  const starts = await findStarts(ctx, event, triggers);
  const plan = { starts: starts.map(({ starting }) => starting) };
  const posted: PostedEvent = {
    event,
    matched_automations: starts.length,
    resumed_runs: 0,
    cancelled_runs: 0,
  };
  const stored: StoredEvent = { account, posted, plan, due: dueOf(ctx, plan) };
  const claim =
    idempotency && claimFor(ctx, { account, id: event.id, tenant: null, status: 'sent' }, idempotency);
  const created = await ctx.custom_events.create(stored, { claim, kept_s: keptFor(ctx, starts) });
  const other = created === 'duplicate_key' ? await readClaim() : null;
  if (created === 'duplicate_key' && other === null) throw tryAgain();
  if (other && idempotency && other.email_id !== event.id) return replay(ctx, caller, other, idempotency);
  await carryOut(ctx, stored, { starts, shards });
  ctx.log.info('event_posted', { account, event_id: event.id, matched: starts.length });
  return { posted, replayed: false };
}
