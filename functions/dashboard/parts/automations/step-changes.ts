import { type Issue, invalid } from '../../../../shared/core/errors.ts';
import { isObject } from '../../../../shared/core/json-path.ts';
import { type StepDraft, titleOf } from './step-words.ts';

/** Where each step goes. Null for a step that is removed. */
type Moves = (step: number) => number | null;

const reference = /(\{\{[ \t]*steps\.)(\d{1,3})(?=\.)/g;
const asField = /^(steps\.)(\d{1,3})(?=\.)/;

/** A value with the step numbers of its references changed. `key` is the member that holds it. */
function renumbered(value: unknown, moves: Moves, key = ''): unknown {
  const change = (whole: string, before: string, step: string) => {
    const to = moves(Number(step));
    return to === null ? whole : `${before}${to}`;
  };
  if (typeof value === 'string') {
    const filled = value.replace(reference, change);
    return key === 'field' ? filled.replace(asField, change) : filled;
  }
  if (Array.isArray(value)) return value.map((one) => renumbered(one, moves, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renumbered(one, moves, name)]));
}

/** References keep meaning the same wait when steps change places. */
const keepReferences = (steps: StepDraft[], moves: Moves): StepDraft[] =>
  steps.map((step) => renumbered(step, moves) as StepDraft);

/** The steps that a step's references name. */
function referencedBy(step: StepDraft): Set<number> {
  const found = new Set<number>();
  renumbered(step, (at) => {
    found.add(at);
    return at;
  });
  return found;
}

/** An id that no step has. */
function freeId(steps: readonly StepDraft[], at: number): string {
  const ids = new Set(steps.map(({ id }) => id));
  for (let n = at + 1; ; n++) if (!ids.has(`step-${n}`)) return `step-${n}`;
}

/** The value of a choice for a step without an id. `#` is in no id. */
const byNumber = (step: number): string => `#${step}`;

/** Gives the step that a condition jumps to an id, if it was chosen by its number. */
function withTarget(steps: StepDraft[], step: StepDraft): { steps: StepDraft[]; step: StepDraft } {
  const [, number] = /^#(\d{1,2})$/.exec(String(step.skip_to ?? '')) ?? [];
  const target = number === undefined ? undefined : steps[Number(number)];
  if (target === undefined) return { steps, step };
  const id = typeof target.id === 'string' ? target.id : freeId(steps, Number(number));
  return { steps: steps.with(Number(number), { ...target, id }), step: { ...step, skip_to: id } };
}

export function replaced(steps: StepDraft[], at: number, step: StepDraft): StepDraft[] {
  const { steps: all, step: one } = withTarget(steps, step);
  return all.with(at, one);
}

/** The new step's own references count the steps as they are before it is added. */
export function inserted(steps: StepDraft[], at: number, step: StepDraft): StepDraft[] {
  const { steps: all, step: one } = withTarget(steps, step);
  return keepReferences(all, (n) => (n >= at ? n + 1 : n)).toSpliced(at, 0, one);
}

/** Swaps a step with its neighbor. */
export function swapped(steps: StepDraft[], at: number, other: number): StepDraft[] {
  const [step, neighbor] = [steps[at], steps[other]];
  if (step === undefined || neighbor === undefined) return steps;
  const moves: Moves = (n) => (n === at ? other : n === other ? at : n);
  return keepReferences(steps.with(at, neighbor).with(other, step), moves);
}

const refused = (message: string): Error => {
  const issue: Issue = { path: '', rule: 'conflict', message };
  return invalid([issue]);
};

/** The steps without one. Jumps to it lead to the step behind it. Throws if another step uses its event. */
export function removed(steps: StepDraft[], at: number): StepDraft[] {
  const users = steps.flatMap((step, i) => (i !== at && referencedBy(step).has(at) ? [i + 1] : []));
  if (users.length > 0)
    throw refused(`Step ${users[0]} uses this step’s event. Change step ${users[0]} first.`);
  if (steps.length === 1) throw refused('An automation needs at least one step.');
  const id = steps[at]?.id;
  const isTarget = id !== undefined && steps.some(({ skip_to }) => skip_to === id);
  const behind = steps[at + 1];
  const next = behind && (typeof behind.id === 'string' ? behind.id : freeId(steps, at + 1));
  const kept = steps.map((step, i): StepDraft => {
    if (isTarget && i === at + 1 && next) return { ...step, id: next };
    if (!isTarget || step.skip_to !== id) return step;
    const { skip_to: _, ...rest } = step;
    return next === undefined ? (rest as StepDraft) : { ...step, skip_to: next };
  });
  return keepReferences(kept.toSpliced(at, 1), (n) => (n > at ? n - 1 : n));
}

/** The steps after `at`, as a condition's choices. */
export const targetsAfter = (steps: readonly StepDraft[], at: number): { value: string; label: string }[] =>
  steps.flatMap((step, i) => {
    const value = typeof step.id === 'string' ? step.id : byNumber(i);
    return i > at ? [{ value, label: `Jump to step ${i + 1}: ${titleOf(step)}` }] : [];
  });
