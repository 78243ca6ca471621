import type * as z from 'zod';
import { AppError, type Issue, type IssueRule, invalid } from '../core/errors.ts';
import { findControls, issuePath } from '../core/json-body.ts';
import type { Aliases } from './route.ts';

type Json = Record<string, unknown>;

/** More would not help anybody, and 500,000 of them are an answer that no function can give. */
const maxIssues = 100;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function foldNames(
  value: Json,
  names: Record<string, string>,
  path: string,
  issues: Issue[],
  clears: readonly string[] = [],
): Json {
  const out = new Map<string, unknown>();
  for (const [given, member] of Object.entries(value)) {
    const name = Object.hasOwn(names, given) ? (names[given] as string) : given;
    if (member === undefined || (member === null && !clears.includes(name))) continue;
    if (out.has(name) && !same(out.get(name), member)) {
      issues.push({ path: path + name, rule: 'conflict', message: `${name} and its alias ${given} differ` });
    }
    out.set(name, member);
  }
  // A member `__proto__` stays one: assigned, it would lend the body its own members as if they were given.
  return Object.fromEntries(out);
}

/**
 * The body under its own field names: aliases folded, null members dropped ("absent", C6) but for those that
 * null clears. A field and its alias with different values are a conflict.
 */
export function foldAliases(
  body: Json,
  aliases: Aliases = {},
  clears: readonly string[] = [],
): { body: Json; issues: Issue[] } {
  const issues: Issue[] = [];
  const out = foldNames(body, aliases.names ?? {}, '', issues, clears);
  for (const [field, names] of Object.entries(aliases.each ?? {})) {
    const list = out[field];
    if (!Array.isArray(list)) continue;
    out[field] = list.map((item, i) =>
      item !== null && typeof item === 'object' && !Array.isArray(item)
        ? foldNames(item as Json, names, `${field}[${i}].`, issues)
        : item,
    );
  }
  return { body: out, issues };
}

function ruleOf(issue: z.core.$ZodIssue): IssueRule {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type';
    case 'too_big':
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'range';
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'enum';
    case 'unrecognized_keys':
      return 'unknown';
    case 'invalid_union':
      return issue.input === undefined ? 'required' : 'type';
    case 'custom':
      return (issue.params?.rule as IssueRule | undefined) ?? 'format';
    default:
      return 'format';
  }
}

/** Of a union the branch that fits the value's type: its faults are what the caller meant to write. */
function unfold(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const mistyped = (one: z.core.$ZodIssue) => one.code === 'invalid_type' && one.path.length === 0;
  const meant = issue.errors.find((branch) => branch.length > 0 && !branch.some(mistyped));
  if (meant === undefined) return [issue];
  return meant.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

function messageOf(issue: z.core.$ZodIssue, name: string, rule: IssueRule): string {
  if (rule !== 'required') return `${name}: ${issue.message}`;
  return issue.code === 'custom' ? issue.message : `${name} is required`;
}

/** The issues of a failed parse in the specification's words (C9), at most 100. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  const found = error.issues.slice(0, maxIssues).flatMap(unfold).slice(0, maxIssues);
  return found.map((issue) => {
    const path = issuePath(issue.path as (string | number)[]);
    const rule = ruleOf(issue);
    return { path, rule, message: messageOf(issue, path || 'body', rule) };
  });
}

/** The parsed value, or 400 with every issue. */
export function parseOrRefuse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  before: Issue[] = [],
): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true });
  const issues = [...before, ...(parsed.success ? [] : issuesOf(parsed.error))];
  if (issues.length > 0) throw invalid(issues);
  return parsed.data as z.output<T>;
}

type Reading<T extends z.ZodType> = { body: T; aliases?: Aliases; multiline?: readonly string[] };

/**
 * A member of a list by the rules that a body of its own has (Q25): the parsed value or the refusal, with
 * paths relative to the member; `raw` is the member with its aliases folded.
 */
export function readItem<T extends z.ZodType>(
  value: unknown,
  { body, aliases, multiline = [] }: Reading<T>,
): { item: z.output<T> | AppError; raw: unknown } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const message = 'An item must be an object';
    return { item: invalid([{ path: '', rule: 'type', message }]), raw: value };
  }
  const folded = foldAliases(value as Json, aliases);
  const controls = findControls(value, multiline);
  if (controls.length > 0) return { item: invalid(controls), raw: folded.body };
  try {
    return { item: parseOrRefuse(body, folded.body, folded.issues), raw: folded.body };
  } catch (error) {
    if (error instanceof AppError) return { item: error, raw: folded.body };
    throw error;
  }
}

/** Query parameters by name; one that is given twice is 400 (C5). */
export function queryOf(url: URL): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (Object.hasOwn(out, name)) {
      throw invalid([{ path: name, rule: 'conflict', message: `${name} is given twice` }]);
    }
    out[name] = value;
  }
  return out;
}

/** The text fields of a form, urlencoded or multipart; none when the bytes are no such form. */
export async function formOf(bytes: Uint8Array, type: string): Promise<Record<string, string>> {
  const headers = { 'content-type': type };
  const form = await new Response(Buffer.from(bytes), { headers }).formData().catch(() => null);
  const fields = [...(form ?? [])].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(fields);
}

/**
 * 1-255 printable ASCII characters (H10) but the comma: API Gateway joins repeated headers by it, and a header
 * that some proxy adds a second time would be another key (Q51).
 */
export const idempotencyKeyPattern = /^[ -+.-~-]{1,255}$/;

/** The Idempotency-Key header, null when there is none; 400 for any other form (H10, Q51). */
export function idempotencyKeyOf(header: string | null): string | null {
  if (header === null || idempotencyKeyPattern.test(header)) return header;
  const message = header.includes(',')
    ? 'Idempotency-Key must be given once and hold no comma'
    : 'Idempotency-Key must be 1-255 printable ASCII characters';
  throw invalid([{ path: 'Idempotency-Key', rule: 'format', message }]);
}
