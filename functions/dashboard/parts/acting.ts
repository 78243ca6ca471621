import { type AppError, type Issue, isAppError } from '../../../shared/core/errors.ts';
import type { PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';

type Answered = PageAnswer | Promise<PageAnswer>;

export type Run = (input: SessionInput) => Answered;

/** A form that was refused; empty for one that was not sent yet. */
export type Refused = { issues?: Issue[]; status?: number };

/** The faults of fields that a refusal names; any other refusal is a fault of the whole form. */
function issuesOf(error: AppError): Issue[] {
  const issues = error.details?.issues as Issue[] | undefined;
  const text = error.hint ? `${error.message}. ${error.hint}` : error.message;
  return issues ?? [{ path: '', rule: 'conflict', message: text }];
}

/** Does the action of a form; a refusal that its user can correct shows the form's page again, with its status (D31). */
export const orFormAgain =
  (again: (input: SessionInput, refused: Required<Refused>) => Answered, act: Run): Run =>
  async (input) => {
    try {
      return await act(input);
    } catch (error) {
      if (!isAppError(error) || ![400, 403, 404, 409, 422, 429].includes(error.status)) throw error;
      return again(input, { issues: issuesOf(error), status: error.status });
    }
  };

export const filled = (form: URLSearchParams, names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (form.get(name) ? [[name, form.get(name) as string]] : [])));

const quoted = String.raw`"(?:[^"\\]|\\[^])*"?`;
const between = new RegExp(`(?:${quoted}|<(?:${quoted}|[^">])*>?|[^,"<])+`, 'g');

/** The values between commas; a comma in quotes or angle brackets is part of an address. */
export const separated = (text: string): string[] =>
  (text.match(between) ?? []).map((part) => part.trim()).filter(Boolean);

/** The values of a field, one a line or between commas. */
export const listed = (form: URLSearchParams, name: string): string[] =>
  (form.get(name) ?? '').split('\n').flatMap(separated);

/** A field that holds JSON; other text is passed as it is, and the operation refuses it. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
