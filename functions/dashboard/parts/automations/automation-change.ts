import { AppError } from '../../../../shared/core/errors.ts';
import type { AutomationRecord } from '../../../../shared/domain/automations/automation-record.ts';
import { triggerBody } from './automation.tsx';
import { inserted, removed, replaced, swapped } from './step-changes.ts';
import { sentPanel } from './step-editor.tsx';
import { stepOf } from './step-form.tsx';
import type { StepDraft } from './step-words.ts';

export const stepsOf = ({ steps }: AutomationRecord): StepDraft[] => steps as StepDraft[];

type Change = {
  /** The body of PATCH /automations/{id}. */
  body: Record<string, unknown>;
  /** The step that the page then shows. */
  step: number | null;
  done: 'saved' | 'added' | 'moved' | 'removed';
};

/** A form's change to an automation: to its trigger, or to one step. */
export function changeOf(sent: URLSearchParams, automation: AutomationRecord): Change {
  const steps = stepsOf(automation);
  const panel = sentPanel(sent);
  if (panel.kind !== 'step' && panel.kind !== 'add') {
    // For an active automation, only the name is sent.
    const body = sent.has('event') ? triggerBody(sent) : { name: sent.get('name') ?? '' };
    return { body, step: null, done: 'saved' };
  }
  const { at } = panel;
  const step = stepOf(sent, at) ?? steps[at];
  if (step === undefined) throw changedMeanwhile();
  if (panel.kind === 'add') return { body: { steps: inserted(steps, at, step) }, step: at, done: 'added' };
  const saved = () => replaced(steps, at, step);
  switch (sent.get('do')) {
    case 'up':
      return { body: { steps: swapped(saved(), at, at - 1) }, step: at - 1, done: 'moved' };
    case 'down':
      return { body: { steps: swapped(saved(), at, at + 1) }, step: at + 1, done: 'moved' };
    case 'remove':
      return { body: { steps: removed(steps, at) }, step: Math.max(0, at - 1), done: 'removed' };
    default:
      return { body: { steps: saved() }, step: at, done: 'saved' };
  }
}

export const changedMeanwhile = (): AppError =>
  new AppError(
    'conflict',
    'This automation changed after you opened this page. Reload it, then make your change again.',
  );
