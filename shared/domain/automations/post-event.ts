import { AppError } from '../../core/errors.ts';
import type { CustomEvent, PostedEvent } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import type { Automations, Base, Caller, Claims, CustomEvents } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { checkSameBody, claimFor, type Idempotency } from '../sending/idempotency.ts';
import type { PostEvent } from './event-request.ts';
import { evaluate } from './operators.ts';

type Ctx = Base & Automations & Claims & CustomEvents;

/** What was posted and what it did; `replayed`: by the first request with its Idempotency-Key. */
type Posted = { posted: PostedEvent; replayed: boolean };

/** An event as it is stored: its id is of the very millisecond of its created_at. */
function newEvent(ctx: Base, { name, user_id, email, data }: PostEvent): CustomEvent {
  const id = ctx.runtime.id('ae');
  const created_at = timestamp(idTime(id));
  const person = { user_id: user_id ?? null, email: email ?? null };
  return { id, name, ...person, data: data ?? {}, source: 'api', created_at };
}

type Triggers = Awaited<ReturnType<Automations['automations']['triggers']>>;

/** How many of the automations that the event names have conditions that hold (U6, U31). */
async function countMatched(ctx: Ctx, event: CustomEvent, triggers: Triggers): Promise<number> {
  const definitions = await Promise.all(triggers.map((one) => ctx.automations.readDefinition(one)));
  const scope = { event, waits: new Map() };
  return definitions.filter(
    (definition) => definition !== null && evaluate({ all: definition.trigger.conditions }, scope).result,
  ).length;
}

const tryAgain = () => new AppError('unavailable', 'Try again', { headers: { 'retry-after': '1' } });

/** The first answer again; 409 for another body, 503 where the event is not to be read (H10, U43). */
async function replay(
  ctx: Ctx,
  caller: Caller,
  claim: IdempotencyClaim,
  idempotency: Idempotency,
): Promise<Posted> {
  checkSameBody(caller, claim, idempotency);
  const posted = await ctx.custom_events.get(caller.account.id, claim.email_id);
  if (posted === null) throw tryAgain();
  return { posted, replayed: true };
}

/**
 * POST /events: the event is stored before the answer, and the answer says how many active automations it matches (U6).
 * Two round trips: the claim and the triggers in parallel, then one write. A repeated Idempotency-Key gets the first
 * answer (U43). Throws 403 and 409 idempotency_conflict.
 */
export async function postEvent(
  ctx: Ctx,
  caller: Caller,
  input: PostEvent,
  { idempotency }: { idempotency: Idempotency | null },
): Promise<Posted> {
  requireScope(caller, ['events:write']);
  const { id: account } = caller.account;
  const readClaim = () => (idempotency ? ctx.claims.read(account, idempotency.key) : Promise.resolve(null));
  const [first, triggers] = await Promise.all([readClaim(), ctx.automations.triggers(account, input.name)]);
  if (first && idempotency) return replay(ctx, caller, first, idempotency);
  const event = newEvent(ctx, input);
  const matched_automations = await countMatched(ctx, event, triggers);
  const posted: PostedEvent = { event, matched_automations, resumed_runs: 0, cancelled_runs: 0 };
  const claim =
    idempotency && claimFor(ctx, { account, id: event.id, tenant: null, status: 'sent' }, idempotency);
  const stored = await ctx.custom_events.create(account, posted, claim);
  const other = stored === 'duplicate_key' ? await readClaim() : null;
  if (stored === 'duplicate_key' && other === null) throw tryAgain();
  if (other && idempotency && other.email_id !== event.id) return replay(ctx, caller, other, idempotency);
  ctx.log.info('event_posted', { account, event_id: event.id, matched: matched_automations });
  return { posted, replayed: false };
}
