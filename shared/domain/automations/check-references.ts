import { isObject } from '../../core/json-path.ts';
import type { Rule, SendEmailStep, Step } from '../../core/records/automations.ts';
import type { AddIssue } from '../../core/schemas.ts';
import { maybeManaged } from '../content/managed-unsubscribe.ts';
import { isReference, type Piece, type Reference, readPath, scan } from './references.ts';

type Path = (string | number)[];

/** A string that may contain references. It may also contain `{{unsubscribe_url}}` if `link` is `managed`. */
type Place = { path: Path; text: string; link?: 'managed' | 'off' };

const strings = (path: Path, value: unknown): Place[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((one, i) => strings([...path, i], one));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => strings([...path, key], one));
};

/**
 * The parts of an email that may contain the unsubscribe link. If the step doesn't set `unsubscribe`, the
 * template decides.
 */
function partsOf(step: SendEmailStep): Place[] {
  const link = maybeManaged(step) ? 'managed' : 'off';
  const parts = Object.entries({ subject: step.subject, html: step.html, text: step.text });
  return parts.flatMap(([path, text]) => (text === undefined ? [] : [{ path: [path], text, link }]));
}

/** Every string in a step where references are filled. */
function placesOf(step: Step): Place[] {
  switch (step.type) {
    case 'send_email':
      return [
        ...(['from', 'to', 'reply_to'] as const).flatMap((name) => strings([name], step[name])),
        ...partsOf(step),
        ...(step.tags ?? []).flatMap(({ value }, i) => strings(['tags', i, 'value'], value)),
        ...strings(['template', 'variables'], step.template?.variables),
        ...strings(['tenant'], step.tenant),
      ];
    case 'send_sms':
      return [...strings(['to'], step.to), ...strings(['text'], step.text)];
    case 'webhook':
      return (['url', 'headers', 'body'] as const).flatMap((name) => strings([name], step[name]));
    case 'wait_for_event':
      return strings(['match', 'equals'], step.match?.equals);
    case 'condition':
      return [...rulePlaces(['all'], step.all), ...rulePlaces(['any'], step.any)];
    case 'delay':
      return [...strings(['until'], step.until), ...strings(['time_zone'], step.time_zone)];
  }
}

const rulePlaces = (path: Path, rules: Rule[] = []): Place[] =>
  rules.flatMap(({ value }, i) => strings([...path, i, 'value'], value));

/** Whether a step can see what a reference names: the run's own event, or an earlier wait's. */
const isKnown = ({ step }: Reference, index: number, steps: readonly Step[]): boolean =>
  step === null || (step < index && steps[step]?.type === 'wait_for_event');

type At = { index: number; steps: readonly Step[] };

const noLink = {
  none: '{{unsubscribe_url}} is allowed only in subject, html, and text',
  off: '{{unsubscribe_url}} needs unsubscribe: true',
};

function faultOf(piece: Piece, { link }: Place, { index, steps }: At): string | null {
  if (typeof piece === 'string') return null;
  if (!isReference(piece)) return link === 'managed' ? null : noLink[link ?? 'none'];
  if (isKnown(piece, index, steps)) return null;
  return `{{${piece.path}}}: step ${piece.step} is not an earlier wait_for_event step`;
}

function checkPlace(place: Place, at: At, add: AddIssue): void {
  const { pieces, fault } = scan(place.text);
  const first = pieces.map((piece) => faultOf(piece, place, at)).find((one) => one !== null);
  const unread = fault && `${fault} is not a valid reference. Use {{event.email}} or {{event.data.<key>}}`;
  const message = first ?? unread;
  if (message) add(place.path, 'format', message);
}

function checkFields(path: Path, rules: Rule[] = [], at: At, add: AddIssue): void {
  rules.forEach(({ field }, i) => {
    const reference = readPath(field);
    if (reference !== null && !isKnown(reference, at.index, at.steps))
      add(
        [...path, i, 'field'],
        'format',
        `${field}: step ${reference.step} is not an earlier wait_for_event step`,
      );
  });
}

/** Ids are unique and conditions only jump forward, so every run ends. */
function checkSkips(steps: readonly Step[], add: AddIssue): void {
  const places = new Map<string, number>();
  steps.forEach(({ id }, index) => {
    if (id === undefined) return;
    if (places.has(id)) add([index, 'id'], 'conflict', `another step already uses the id ${id}`);
    else places.set(id, index);
  });
  steps.forEach((step, index) => {
    if (step.type !== 'condition' || step.skip_to === undefined) return;
    if ((places.get(step.skip_to) ?? -1) <= index)
      add([index, 'skip_to'], 'format', `no later step has the id ${step.skip_to}`);
  });
}

/** Checks references when the automation is made, not when the first customer gets "Hi {{name}}". */
export function checkSteps(steps: readonly Step[], add: AddIssue): void {
  checkSkips(steps, add);
  steps.forEach((step, index) => {
    const at = { index, steps };
    const here: AddIssue = (path, ...issue) => add([index, ...path], ...issue);
    for (const place of placesOf(step)) checkPlace(place, at, here);
    if (step.type !== 'condition') return;
    checkFields(['all'], step.all, at, here);
    checkFields(['any'], step.any, at, here);
  });
}

/** Trigger conditions can use only the event. */
export function checkConditions(rules: Rule[], add: AddIssue): void {
  const at = { index: 0, steps: [] };
  for (const place of rulePlaces([], rules)) checkPlace(place, at, add);
  checkFields([], rules, at, add);
}
