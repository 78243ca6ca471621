import { type AppError, type Issue, isAppError } from '../../../shared/core/errors.ts';
import type { PageAnswer } from '../../../shared/http/pages/page.ts';

/** The faults of fields that a refusal names; any other refusal is a fault of the whole form. */
function issuesOf(error: AppError): Issue[] {
  const issues = error.details?.issues as Issue[] | undefined;
  const text = error.hint ? `${error.message}. ${error.hint}` : error.message;
  return issues ?? [{ path: '', rule: 'conflict', message: text }];
}

/** Does what a form asks for; a refusal that the form can mend shows the form again, with its status (D31). */
export async function orFormAgain(
  act: () => Promise<PageAnswer>,
  again: (issues: Issue[], status: number) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await act();
  } catch (error) {
    if (isAppError(error) && [400, 403, 409, 422, 429].includes(error.status))
      return again(issuesOf(error), error.status);
    throw error;
  }
}

/** Fields of a form that were filled in. */
export const filled = (form: URLSearchParams, names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (form.get(name) ? [[name, form.get(name) as string]] : [])));

/** A field with a value a line or between commas. */
export const listed = (form: URLSearchParams, name: string): string[] =>
  (form.get(name) ?? '')
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter(Boolean);
