import { isObject } from '../../../../shared/core/json-path.ts';
import type { Rule } from '../../../../shared/core/records/automations.ts';
import { json, separated } from '../acting.ts';
import type { Kind } from './step-fields.ts';
import { timeUnits } from './step-words.ts';

/** A string without quotes, unless it would be read back as another type, such as `1001`. */
const jsonText = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' && json(value) === value ? value : JSON.stringify(value);

/** A list's items without brackets, unless an item would be read back differently. */
function itemsText(list: unknown[]): string {
  const texts = list.map(jsonText);
  const plain = texts.join(', ');
  return JSON.stringify(itemsOf(plain)) === JSON.stringify(list) ? plain : JSON.stringify(list);
}

function itemsOf(text: string): unknown {
  const list = json(text);
  return Array.isArray(list) ? list : text.split(',').map((one) => json(one.trim()));
}

export const ruleValueText = ({ operator, value }: Partial<Rule>): string => {
  if (value === undefined) return '';
  return operator === 'in' && Array.isArray(value) ? itemsText(value) : jsonText(value);
};

/** The largest unit that divides a number of seconds. Hours for a field that is still empty. */
export function unitOf(seconds: unknown): number {
  if (seconds === undefined) return 3600;
  if (typeof seconds !== 'number' || seconds === 0) return 1;
  return timeUnits.find(([, size]) => seconds % size === 0)?.[1] ?? 1;
}

/** `90` and `60` make 5400. Other text is passed on, and the API rejects it. */
export function secondsOf(sent: URLSearchParams, name: string): unknown {
  const text = sent.get(name)?.trim() ?? '';
  if (text === '') return undefined;
  const size = Number(sent.get(`${name}-unit`) ?? 1);
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(text)) return text;
  return Math.round(Number(text) * size * 1e6) / 1e6;
}

function offsetOf(sent: URLSearchParams, name: string): unknown {
  const seconds = secondsOf(sent, name);
  return typeof seconds === 'number' && sent.get(`${name}-side`) === 'before' ? -seconds : seconds;
}

/** The rows of a form, numbered from 0. */
export function rowsOf<T>(
  sent: URLSearchParams,
  name: string,
  cell: string,
  read: (row: string) => T | null,
): T[] {
  const found: T[] = [];
  for (let i = 0; sent.has(`${name}-${i}-${cell}`); i++) {
    const one = read(`${name}-${i}`);
    if (one !== null) found.push(one);
  }
  return found;
}

type Pair = { name: string; value: string };

const pairsOf = (sent: URLSearchParams, name: string): Pair[] =>
  rowsOf(sent, name, 'name', (row) => {
    const pair = { name: sent.get(`${row}-name`)?.trim() ?? '', value: sent.get(`${row}-value`) ?? '' };
    return pair.name === '' && pair.value === '' ? null : pair;
  });

const objectOf = (pairs: Pair[], value: (text: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(pairs.map((pair) => [pair.name, value(pair.value)]));

/** Conditions, one per row. An empty row is none. */
export const rulesIn = (sent: URLSearchParams, name: string): Record<string, unknown>[] =>
  rowsOf(sent, name, 'field', (row) => {
    const [field = '', operator = '', value = ''] = ['field', 'operator', 'value'].map((cell) =>
      (sent.get(`${row}-${cell}`) ?? '').trim(),
    );
    if (field === '' && value === '') return null;
    if (value === '') return { field, operator };
    return { field, operator, value: operator === 'in' ? itemsOf(value) : json(value) };
  });

/** The items of a list with their names, whether they are stored as a list or as an object. */
export function pairsIn(kind: Kind | undefined, value: unknown): Pair[] {
  if (Array.isArray(value)) return value as Pair[];
  const shown = kind === 'values' ? jsonText : String;
  return isObject(value) ? Object.entries(value).map(([name, one]) => ({ name, value: shown(one) })) : [];
}

const linesOf = (text: string): unknown => {
  const parts = text.split('\n').flatMap(separated);
  return parts.length === 1 && !text.trimEnd().endsWith(',') ? parts[0] : parts;
};

/** A list with one item ends with a comma, so it isn't read back as a plain address. */
const linesText = (list: unknown[]): string => (list.length === 1 ? `${list[0]},` : list.join('\n'));

/** A field's value, or undefined if it is empty. */
export function readField(sent: URLSearchParams, kind: Kind | undefined, name: string): unknown {
  const text = sent.get(name)?.replaceAll('\r\n', '\n') ?? '';
  const filled = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);
  switch (kind) {
    case 'duration':
      return secondsOf(sent, name);
    case 'offset':
      return offsetOf(sent, name);
    case 'rules':
      return filled(rulesIn(sent, name));
    case 'tags':
      return filled(pairsOf(sent, name));
    case 'pairs':
    case 'values': {
      const pairs = filled(pairsOf(sent, name));
      return pairs && objectOf(pairs, kind === 'values' ? json : String);
    }
    case 'window': {
      const times = [text, sent.get(`${name}-end`) ?? ''];
      return times.some((one) => one !== '') ? times : undefined;
    }
  }
  if (text.trim() === '') return undefined;
  switch (kind) {
    case 'value':
    case 'json':
      return json(text);
    case 'switch':
      return text === 'true';
    case 'lines':
      return linesOf(text);
    default:
      return text;
  }
}

/** A value as a field with one control shows it. */
export function fieldText(kind: Kind | undefined, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'lines') return Array.isArray(value) ? linesText(value) : String(value);
  if (kind === 'value') return jsonText(value);
  if (kind === 'json') return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
