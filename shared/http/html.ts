import { html, raw } from 'hono/html';
import { codeOf, splitUnseen } from '../core/unseen.ts';

/** Html that was escaped where it was made. */
export type Html = ReturnType<typeof raw>;

/** The one way to make html: a value in `${}` is escaped, unless it is html already; lists are joined. */
export const markup = html as (strings: TemplateStringsArray, ...values: unknown[]) => Html;

export const nothing: Html = raw('');

/** Text from outside: isolated from the direction of the text around it, unseen characters named. */
export function outside(text: string | null | undefined): Html {
  const parts = splitUnseen(text ?? '').map((part, i) => (i % 2 === 1 ? named(part) : part));
  return markup`<bdi>${parts}</bdi>`;
}

const named = (character: string): Html => markup`<mark>${codeOf(character)}</mark>`;
