import { createHash } from 'node:crypto';
import { characters, cutText } from './characters.ts';
import { AppError, type Issue, invalid } from './errors.ts';
import { canonicalJson, isObject, type Json, matches, type Step } from './json-path.ts';

const maxIssues = 100;
const decoder = new TextDecoder('utf-8', { fatal: true });

const notJson = () => new AppError('validation_error', 'Invalid JSON body');

/**
 * The error for JSON that isn't an object. If `sends`, the caller may have sent a list because they wanted a
 * batch.
 */
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

/** Called for every string, number, and key (`isKey`). `path` is reused and valid only during the call. */
type Visitor = (value: string | number, path: (string | number)[], isKey: boolean) => void;

/** Visits every string, number, and key in document order. Recursive: bodies have bounded depth. */
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

/** Paths are cut here, because a hundred issues 60 levels deep in each batch item would exhaust memory. */
const maxPath = 640;

/**
 * An issue's path, such as `to[1]` or `headers.X-Foo`. Long keys and paths are cut, controls in keys
 * replaced.
 */
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

/** Max levels of objects and arrays. The body itself is the first level. */
const maxDepth = 64;
/**
 * For comparison, a batch of 100 emails with the maximum number of recipients, tags, headers, and variables
 * has 50,000 values.
 */
const maxValues = 100_000;

const codeOf = (character: string) => character.charCodeAt(0);
const quote = codeOf('"');
const backslash = codeOf('\\');

/**
 * What a byte outside strings does: `+1` and `-1` change the depth, 0 begins the next value, and 2 has no
 * effect.
 */
const effects = new Int8Array(256).fill(2);
for (const [character, effect] of Object.entries({ '[': 1, '{': 1, ']': -1, '}': -1, ',': 0 }))
  effects[codeOf(character)] = effect;

/** The index of the string's closing quote, or the end of the bytes. `open` is its opening quote. */
function endOfString(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Finds excess depth or values before parsing, because parsed values cost far more than their bytes. */
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
 * The JSON object of a request body: UTF-8 without lone surrogates. A leading byte order mark is ignored. The
 * last duplicate key counts. Returns the AppError to throw for anything else, or above 64 levels or 100,000
 * values.
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

/** The hash bound to an Idempotency-Key. It includes method and path. */
export function requestHash(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

/** Send-request fields that may contain line breaks, aliases included. `[]` is any index, `*` any key. */
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

/** Many JSON readers round integers above 2^53, and can't represent 1e400 at all. */
const isExact = (value: number) => Number.isFinite(value) && (Number.isSafeInteger(value) || value % 1 !== 0);

/**
 * Issues, at most 100, for strings and keys with NUL, line breaks outside `multiline` fields, and numbers
 * that can't be stored exactly. Recursive: pass only values from `parseJson`.
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
