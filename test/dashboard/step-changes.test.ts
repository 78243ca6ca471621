import {
  inserted,
  removed,
  replaced,
  swapped,
  targetsAfter,
} from '../../functions/dashboard/parts/automations/step-changes.ts';
import type { StepDraft } from '../../functions/dashboard/parts/automations/step-words.ts';
import { delay, email, wait } from '../support/definitions.ts';

const exists = { field: 'steps.0.event.name', operator: 'exists' };
const uses = (n: number) => ({
  ...email,
  subject: `Order {{ steps.${n}.event.data.id }} of {{event.data.name}}, steps.${n}.event is text`,
});
const of = (...steps: object[]) => steps as StepDraft[];

test('references keep meaning the same wait when a step is added before it', () => {
  const steps = of(wait, { type: 'condition', all: [exists] }, uses(0));
  expect(inserted(steps, 0, delay as StepDraft)).toEqual([
    delay,
    wait,
    { type: 'condition', all: [{ ...exists, field: 'steps.1.event.name' }] },
    { ...email, subject: 'Order {{ steps.1.event.data.id }} of {{event.data.name}}, steps.0.event is text' },
  ]);
});

test('references keep meaning the same wait when steps swap places', () => {
  const [first, second, third] = swapped(of(delay, wait, uses(1)), 0, 1);
  expect([first, second, third?.subject]).toEqual([
    wait,
    delay,
    expect.stringContaining('{{ steps.0.event.data.id }}'),
  ]);
});

test('a step whose event another step uses is not removed', () => {
  expect(() => removed(of(wait, uses(0)), 0)).toThrow('Step 2 uses this step’s event');
  expect(removed(of(delay, wait, uses(1)), 0)[1]?.subject).toContain('{{ steps.0.event.data.id }}');
});

test('a jump to a removed step leads to the step behind it, or to the end', () => {
  const jump = { type: 'condition', all: [exists], skip_to: 'x' };
  const target = { ...delay, id: 'x' };
  expect(removed(of(wait, jump, target, email), 2)).toEqual([
    wait,
    { ...jump, skip_to: 'step-4' },
    { ...email, id: 'step-4' },
  ]);
  const { skip_to: _, ...ends } = jump;
  expect(removed(of(wait, jump, target), 2)).toEqual([wait, ends]);
});

test('the only step is not removed', () => {
  expect(() => removed(of(delay), 0)).toThrow('at least one step');
});

test('a condition jumps to a step that has no id yet: the step gets one that is free', () => {
  const steps = of(wait, { type: 'condition', all: [exists] }, { ...delay, id: 'step-4' }, email);
  const targets = targetsAfter(steps, 1);
  expect(targets.map(({ value }) => value)).toEqual(['step-4', '#3']);
  const saved = replaced(steps, 1, { type: 'condition', all: [exists], skip_to: '#3' });
  expect([saved[1]?.skip_to, saved[3]?.id, saved[2]?.id]).toEqual(['step-5', 'step-5', 'step-4']);
});
