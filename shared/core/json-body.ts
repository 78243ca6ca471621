import { createHash } from 'node:crypto';
import { characters, cutText } from './characters.ts';
import { AppError, type Issue, invalid } from './errors.ts';
import { canonicalJson, isObject, type Json, matches, type Step } from './json-path.ts';

const maxIssues = 100;
const decoder = new TextDecoder('utf-8', { fatal: true });

const notJson = () => new AppError('validation_error', 'Invalid JSON body');

/** The error for JSON that isn't an object. `sends`: a list may be meant as a batch. */
function notObject(value: unknown, sends: boolean): AppError {
  const batch = sends && Array.isArray(value) ? '. For a batch, send {"emails": […]}' : '';
  return new AppError('validation_error', `The body must be an object${batch}`);
}

function parseText(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Called for every string, number and key (`isKey`); `path` is the live path and only valid during the call. */
type Visitor = (value: string | number, path: (string | number)[], isKey: boolean) => void;

/** Visits every string, number and key in document order. It recurses: values are nested no deeper than a body may be. */
function walk(value: unknown, visit: Visitor, path: (string | number)[]): void {
  if (typeof value === 'string' || typeof value === 'number') visit(value, path, false);
  else if (typeof value === 'object' && value !== null) walkMembers(value, visit, path);
}

function walkMembers(value: object, visit: Visitor, path: (string | number)[]): void {
  const at = path.length;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path[at] = i;
      walk(value[i], visit, path);
    }
  } else {
    for (const key of Object.keys(value)) {
      path[at] = key;
      visit(key, path, true);
      walk((value as Json)[key], visit, path);
    }
  }
  path.length = at;
}

/** The most characters of a path: a hundred issues 60 levels down, in each item of a batch, are more than a process holds. */
const maxPath = 640;

/** `to[1]`, `headers.X-Foo`: the path of an issue; long keys and paths are cut, controls in keys replaced. */
export function issuePath(path: readonly (string | number)[]): string {
  let out = '';
  for (const step of path) {
    if (typeof step === 'number') out += `[${step}]`;
    else
      out += `${out && '.'}${step
        .slice(0, 128)
        .toWellFormed()
        .replace(/\p{Cc}/gu, '\ufffd')}`;
    if (characters(out) > maxPath) return cutText(out, maxPath);
  }
  return out;
}

/** The most levels of objects and arrays, the body itself the first. */
const maxDepth = 64;
/** A batch of 100 emails with all recipients, tags, headers and variables that they may have is 50,000. */
const maxValues = 100_000;

const codeOf = (character: string) => character.charCodeAt(0);
const quote = codeOf('"');
const backslash = codeOf('\\');

/** The effect of a byte outside strings: `+1` and `-1` change the depth, 0 begins the next value, 2 is none. */
const effects = new Int8Array(256).fill(2);
for (const [character, effect] of Object.entries({ '[': 1, '{': 1, ']': -1, '}': -1, ',': 0 }))
  effects[codeOf(character)] = effect;

/** The index of the quote that ends the string which begins at `open`, or the end of the bytes. */
function endOfString(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** The excess in the JSON of a body, found before values are made of it, which cost far more than their bytes. */
function jsonExcess(bytes: Uint8Array): Issue | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) at = endOfString(bytes, at);
    const effect = effects[byte] as number;
    if (effect === 2) continue;
    depth += effect;
    if (effect >= 0) values++;
    if (depth > maxDepth)
      return { path: '', rule: 'range', message: `body: nested more than ${maxDepth} levels deep` };
    if (values > maxValues)
      return { path: '', rule: 'length', message: `body: more than ${maxValues} values` };
  }
  return null;
}

/**
 * The JSON object of a request body: UTF-8 without lone surrogates, a leading byte order mark ignored, of
 * duplicate keys the last. Anything else is the AppError to throw, as are more than 64 levels or 100,000 values.
 */
export function parseJson(bytes: Uint8Array, { sends = false } = {}): Json | AppError {
  const excess = jsonExcess(bytes);
  if (excess) return invalid([excess]);
  const value = parseText(bytes);
  if (value === undefined) return notJson();
  if (!isObject(value)) return notObject(value, sends);
  let wellFormed = true;
  walk(
    value,
    (one) => {
      wellFormed &&= typeof one === 'number' || one.isWellFormed();
    },
    [],
  );
  return wellFormed ? value : notJson();
}

/** The hash that an Idempotency-Key is bound to: method and path count as part of the body. */
export function requestHash(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

/** Fields of a send request that may hold line breaks, aliases included; `[]` any index, `*` any key. */
export const multilineSendFields: readonly string[] = [
  'html',
  'htmlBody',
  'html_body',
  'text',
  'textBody',
  'text_body',
  'plain_body',
  'attachments[].data',
  'attachments[].content',
  'template.variables.*',
];

/** Past 2^53 a reader of JSON takes whole numbers for their neighbours, and 1e400 is no number at all. */
const isExact = (value: number) => Number.isFinite(value) && (Number.isSafeInteger(value) || value % 1 !== 0);

/**
 * One issue for every string or key that holds NUL, or CR or LF outside the `multiline` fields, and for every
 * number that would be stored as another one; at most 100. It recurses: only for values that `parseJson` made.
 */
export function findUnfit(value: unknown, multiline: readonly string[] = multilineSendFields): Issue[] {
  const fields = multiline.map((field) => field.replaceAll('[]', '.[]').split('.'));
  const issues: Issue[] = [];
  const faultOf = (text: string, path: Step[], isKey: boolean) => {
    if (text.includes('\0')) return 'NUL is not allowed';
    if (!text.includes('\n') && !text.includes('\r')) return null;
    const allowed = !isKey && fields.some((steps) => matches(steps, path));
    return allowed ? null : 'Line breaks are not allowed here';
  };
  const visit: Visitor = (one, path, isKey) => {
    if (issues.length === maxIssues) return;
    if (typeof one === 'number') {
      const at = issuePath(path);
      const message = `${at}: numbers above 2^53 - 1 must be sent as strings`;
      if (!isExact(one)) issues.push({ path: at, rule: 'range', message });
      return;
    }
    const message = faultOf(one, path, isKey);
    if (message !== null) issues.push({ path: issuePath(path), rule: 'format', message });
  };
  walk(value, visit, []);
  return issues;
}
