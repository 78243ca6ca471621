import { html, raw } from 'hono/html';

/** Html that was escaped where it was made. */
export type Html = ReturnType<typeof raw>;

/** The one way to make html: what stands in `${}` is escaped, unless it is html already; lists are joined (D36). */
export const markup = html as (strings: TemplateStringsArray, ...values: unknown[]) => Html;

/** No html at all. */
export const nothing: Html = raw('');

/** Characters that change how others are shown, or show as nothing: controls, bidi marks, zero widths. */
const unseen = /((?![\t\n\r])[\p{Cc}\p{Bidi_C}\u200b\u2028\u2029\u2060-\u2064\ufeff])/u;

/** Text from outside: isolated from the direction of what is around it, unseen characters named (D36). */
export function outside(text: string | null | undefined): Html {
  const parts = (text ?? '').split(unseen).map((part, i) => (i % 2 === 1 ? named(part) : part));
  return markup`<bdi>${parts}</bdi>`;
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const named = (character: string): Html => markup`<mark>${codeOf(character)}</mark>`;

/** The same where no element may be: a title. */
export const plain = (text: string): string =>
  text
    .split(unseen)
    .map((part, i) => (i % 2 === 1 ? codeOf(part) : part))
    .join('');
