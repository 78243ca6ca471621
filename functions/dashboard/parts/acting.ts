import { type AppError, type ErrorCode, type Issue, isAppError } from '../../../shared/core/errors.ts';
import type { PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { isWithin } from '../ui/field.tsx';
import { inUtc } from './date-fields.ts';
import type { Fault } from './parts.tsx';

type Answered = PageAnswer | Promise<PageAnswer>;

export type Run = (input: SessionInput) => Answered;

/** Builds an operation's body from form fields. */
export type BodyOf = (sent: URLSearchParams) => Record<string, unknown>;

/** A rejected form's errors. Empty for a form that hasn't been sent. */
export type Refused = { issues?: Issue[]; status?: number };

/** Maps an operation's errors to the form's fields, given the values that were sent. */
export type ToFields = (issues: readonly Issue[], sent: URLSearchParams) => Issue[];

/** The field that an error without issues is about. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  domain_not_verified: 'from',
  domain_not_allowed: 'from',
  sandbox_recipient: 'to',
};

function fieldOf({ code, details = {} }: AppError): string | undefined {
  if (details.reason === 'alias_taken') return 'alias';
  return 'suppressed' in details || 'category_unsubscribed' in details ? 'to' : fieldOfCode[code];
}

/** The faults in an error, by field. An error about no field of the form applies to the whole form. */
function issuesOf(error: AppError, sent: URLSearchParams): Issue[] {
  const issues = error.details?.issues as Issue[] | undefined;
  const path = fieldOf(error) ?? '';
  return issues ?? [{ path: sent.has(path) ? path : '', rule: 'conflict', message: error.message }];
}

/** Names an unknown value without listing the choices, because the field shows them. */
const namingWords: ToFields = (issues, sent) =>
  issues.map((issue) => {
    const [, name = '', index] = /^(\w+)\[(\d+)\]$/.exec(issue.path) ?? [];
    const word = issue.rule === 'enum' ? listed(sent, name)[Number(index)] : undefined;
    return word === undefined ? issue : { ...issue, message: `${name}: unknown value "${word}"` };
  });

/**
 * Maps errors to form fields. An API path, or a path below it, goes to the field of its longest match in
 * `places`. Invalid text in a JSON field gets the parser's message.
 */
export const atFields =
  (places: Record<string, string>, holdJson: readonly string[] = []): ToFields =>
  (issues, sent) => {
    const longestFirst = Object.entries(places).sort(([a], [b]) => b.length - a.length);
    return issues.map((issue) => {
      const [from, to] = longestFirst.find(([path]) => isWithin(issue.path, path)) ?? ['', ''];
      const path = `${to}${issue.path.slice(from.length)}`;
      const isOfJson = issue.rule === 'type' && holdJson.includes(path);
      const fault = isOfJson ? jsonFault(sent.get(path) ?? '') : null;
      return {
        ...issue,
        path,
        ...(fault !== null && { message: `${issue.path} isn’t valid JSON: ${fault}` }),
      };
    });
  };

/** Performs a form's action. An error that the user can fix shows the form again, with the error's status. */
export const showFormOnRefusal =
  (
    again: (input: SessionInput, refused: Required<Refused>) => Answered,
    act: Run,
    toFields: ToFields = atFields({}),
  ): Run =>
  async (input) => {
    try {
      return await act(input);
    } catch (error) {
      if (!isAppError(error) || ![400, 403, 404, 409, 422, 429].includes(error.status)) throw error;
      const { form, request_id } = input;
      const [first, ...rest] = toFields(namingWords(issuesOf(error, form), form), form);
      const issues: Fault[] = first ? [{ ...first, refusal: { error, request_id } }, ...rest] : [];
      return again(input, { issues, status: error.status });
    }
  };

export const filled = (form: URLSearchParams, names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (form.get(name) ? [[name, form.get(name) as string]] : [])));

/** The same for `datetime-local` fields, in UTC. */
export const filledTimes = (form: URLSearchParams, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(filled(form, names)).map(([name, value]) => [name, inUtc(value)]));

const quoted = String.raw`"(?:[^"\\]|\\[^])*"?`;
const between = new RegExp(`(?:${quoted}|<(?:${quoted}|[^">])*>?|[^,"<])+`, 'g');

/** Splits values at commas. A comma in quotes or angle brackets is part of an address. */
export const separated = (text: string): string[] =>
  (text.match(between) ?? []).map((part) => part.trim()).filter(Boolean);

/** All values of a field name, separated by lines or commas. */
export const listed = (form: URLSearchParams, name: string): string[] =>
  form.getAll(name).join('\n').split('\n').flatMap(separated);

/** A JSON field's value. Invalid JSON is passed on as text, and the operation rejects it. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The JSON parser's message, or null for valid JSON. */
function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
