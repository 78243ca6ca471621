import { AutomationFlow } from '../../functions/dashboard/parts/automations/automation-flow.tsx';
import { fitted, placeJumps } from '../../functions/dashboard/parts/automations/flow-layout.ts';
import type { StepDraft } from '../../functions/dashboard/parts/automations/step-words.ts';
import { elementsOf } from '../support/browser.ts';
import { delay, either, email, wait } from '../support/definitions.ts';

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';

const steps = [
  { ...either, name: 'Large', skip_to: 'last' },
  { ...wait, on_timeout: 'end' },
  { ...either },
  { ...email, name: hostile },
  { ...delay, id: 'last' },
] as StepDraft[];

type Content = Parameters<typeof AutomationFlow>[0];

const drawn = (change: Partial<Content> = {}) =>
  String(AutomationFlow({ title: 'Steps', event: 'signup', steps, ...change }));

const linksIn = (text: string) =>
  elementsOf(text).flatMap(({ name, attributes }) => (name === 'a' ? [attributes] : []));

/** The labels of ways, from top to bottom. */
const labelsIn = (text: string) =>
  [...text.matchAll(/<g class="way[^"]*">.*?<\/g>/gs)].flatMap(
    ([way]) => /<text[^>]*>([^<]*)</.exec(way)?.[1] ?? [],
  );

test('jumps to one step share a lane, and jumps that overlap have their own', () => {
  const lanes = placeJumps([
    { from: 0, to: 4, label: 'No' },
    { from: 1, to: 5, label: 'Timeout' },
    { from: 2, to: 5, label: 'No' },
    { from: 4, to: 5, label: 'No' },
    { from: 1, to: 2, label: 'No' },
  ]).map(({ lane }) => lane);
  expect(lanes).toEqual([1, 2, 2, 2, 0]);
});

test('each step is a link that says what it does, in the order of the steps', () => {
  const text = drawn({ link: (at) => `/x?step=${at + 1}`, chosen: 1 });
  const links = linksIn(text);
  expect(links.map(({ href }) => href)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `/x?step=${n}`));
  const names = [...text.matchAll(/<a id="flow-[^>]*><title>([^<]*)/g)].map(
    ([, name]) => name?.split(':')[0],
  );
  expect(names).toEqual([
    'When this event arrives',
    '1. Large, condition',
    '2. Wait for event',
    '3. Condition',
    expect.stringMatching(/^4\. &quot;&gt;&lt;script&gt;.*, send email$/),
    '5. Delay',
  ]);
  expect(links.flatMap(({ 'aria-current': current }, i) => (current ? [i] : []))).toEqual([2]);
});

test('branches are labeled: yes and no of a condition, event and timeout of a wait', () => {
  expect(labelsIn(drawn()).sort()).toEqual(['Event', 'No', 'No', 'Timeout', 'Yes', 'Yes']);
});

test('the drawing is a list for screen readers, which says where each step leads', () => {
  const items = [...drawn().matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) =>
    text?.split('. ').slice(-2).join('. '),
  );
  expect([items[0], items[1], items[2], items[4]]).toEqual([
    'Yes: step 2. No: step 5',
    'Event: step 3. Timeout: the end',
    'Yes: step 4. No: the end',
    'Delay: 1 minute. Then the end',
  ]);
});

test('a name from outside makes no element, and hides no character', () => {
  const text = drawn({ event: hostile, notes: steps.map(() => [{ text: hostile }]) });
  expect(elementsOf(text).filter(({ name }) => ['img', 'script'].includes(name))).toEqual([]);
  expect(text).not.toContain('\u202e');
  expect(text).toContain('U+202E');
});

test('a drawing has no style attributes, which the content policy blocks [D34]', () => {
  const path = { steps: [0, 4], ended: true };
  const text = drawn({ path, adding: (at) => `?add=${at}`, ghost: { before: 5, label: 'New step' } });
  expect(elementsOf(text).filter(({ attributes }) => 'style' in attributes)).toEqual([]);
});

test('a dry run highlights the ways that it took, and no others', () => {
  const text = drawn({ path: { steps: [0, 4], ended: true } });
  expect(text.match(/class="way taken"/g)).toHaveLength(3);
  const missed = elementsOf(text).filter(({ attributes }) => attributes.class?.endsWith('missed'));
  expect(missed.map(({ attributes }) => attributes.id)).toEqual(['flow-1', 'flow-2', 'flow-3']);
});

test('a text is cut where it would leave its card, also with wide letters', () => {
  expect(fitted('Welcome', 20)).toBe('Welcome');
  expect(fitted('日本語'.repeat(20), 20)).toHaveLength(20);
  expect(fitted('i'.repeat(100), 20).length).toBeLessThan(40);
});
