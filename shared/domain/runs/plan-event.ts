import type { CustomEvent } from '../../core/records/automations.ts';
import { type EventPlan, isOpen, type Run } from '../../core/records/runs.ts';
import type { Id } from '../../core/runtime.ts';
import { definitionOf } from '../automations/get-automation.ts';
import { equalsIn } from '../automations/operators.ts';
import type { Automations, Base, Runs } from '../context.ts';
import type { Trigger } from '../ports/automations.ts';
import type { StoredEvent, Subscriber } from '../ports/runs.ts';
import { findStarts, type Start } from './begin-run.ts';
import { stepAt } from './engine.ts';
import { isStale } from './rows.ts';

/** An event's plan, with what was read for it. `stale` are rows that no event needs anymore. */
export type Planned = {
  plan: EventPlan;
  starts: Start[];
  runs: ReadonlyMap<Id<'run'>, Run>;
  stale: Subscriber[];
};

const waitsAt = (run: Run, step: number, event: CustomEvent): boolean =>
  run.status === 'waiting' && run.step_index === step && run.waiting_for === event.name;

/** `match` narrows by one event field, compared like `equals` in conditions. */
async function isMatched(ctx: Automations, run: Run, event: CustomEvent): Promise<boolean> {
  const definition = await definitionOf(ctx, run);
  if (definition === null) return false;
  const step = stepAt(definition, run.step_index);
  if (step.type !== 'wait_for_event' || step.match === undefined) return true;
  const wanted = run.match ?? null;
  return wanted !== null && equalsIn(event, `event.${step.match.field}`, wanted);
}

/** The automations that still exist, because events don't count runs of deleted ones. */
async function existingAutomations(ctx: Automations, account: Id<'acc'>, ids: Set<Id<'aut'>>) {
  const found = await Promise.all([...ids].map((id) => ctx.automations.get(account, id)));
  return new Set(found.flatMap((automation) => (automation === null ? [] : [automation.id])));
}

type Ctx = Base & Automations & Runs;

/** The runs that an event cancels and resumes, oldest first. A canceled run isn't resumed. */
async function findChanges(ctx: Ctx, account: Id<'acc'>, event: CustomEvent, subscribers: Subscriber[]) {
  const ids = [...new Set(subscribers.map(({ run }) => run))];
  const automations = new Set(subscribers.map(({ automation_id }) => automation_id));
  const [found, alive] = await Promise.all([
    ctx.runs.find(ids),
    existingAutomations(ctx, account, automations),
  ]);
  const known = new Map(ids.map((id, i) => [id, found[i] ?? null]));
  const stale = subscribers.filter((row) => isStale(row, known.get(row.run) ?? null, ctx.runtime.now()));
  const open = found
    .filter((run) => run !== null)
    .filter((run) => isOpen(run) && alive.has(run.automation_id));
  const runs = new Map<Id<'run'>, Run>(open.map((run) => [run.id, run]));
  const cancels = subscribers.filter(({ run, step }) => step === null && runs.has(run)).map(({ run }) => run);
  const cancelled = new Set(cancels);
  const waits = subscribers.flatMap(({ run, step }) => {
    const waiting = cancelled.has(run) ? undefined : runs.get(run);
    return waiting && step !== null && waitsAt(waiting, step, event) ? [{ waiting, step }] : [];
  });
  const matched = await Promise.all(waits.map(({ waiting }) => isMatched(ctx, waiting, event)));
  const resumes = waits.filter((_, i) => matched[i]).map(({ waiting, step }) => ({ run: waiting.id, step }));
  return { cancels, resumes, runs, stale };
}

type Subscribers = { rows: Subscriber[]; next: string | null };

/** An event's plan, in the order cancel, resume, start. */
export async function planEvent(
  ctx: Ctx,
  account: Id<'acc'>,
  event: CustomEvent,
  { triggers, subscribers }: { triggers: Trigger[]; subscribers: Subscribers },
): Promise<Planned> {
  const { rows, next } = subscribers;
  const [{ cancels, resumes, runs, stale }, starts] = await Promise.all([
    findChanges(ctx, account, event, rows),
    findStarts(ctx, event, triggers),
  ]);
  const plan = { cancels, resumes, starts: starts.map(({ starting }) => starting) };
  return { plan: next === null ? plan : { ...plan, after: next }, starts, runs, stale };
}

/**
 * The next page of an event's plan. Starts after row `after`, and includes only runs older than the event.
 */
export async function planPage(
  ctx: Ctx,
  { account, posted: { event }, plan }: StoredEvent,
  after: string,
): Promise<EventPlan> {
  const { rows, next } = await ctx.runs.subscribers({ account, name: event.name, person: event }, after);
  const { cancels, resumes, runs } = await findChanges(ctx, account, event, rows);
  const isOlder = (id: Id<'run'>): boolean => (runs.get(id)?.event_id ?? event.id) < event.id;
  const waited = (id: Id<'run'>): boolean => (runs.get(id)?.step_started_at ?? '') < event.created_at;
  return {
    cancels: cancels.filter(isOlder),
    resumes: resumes.filter(({ run }) => isOlder(run) && waited(run)),
    starts: plan.starts,
    page: (plan.page ?? 0) + 1,
    ...(next !== null && { after: next }),
  };
}
