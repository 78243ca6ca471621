import { html, raw } from 'hono/html';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { codeOf, splitUnseen } from '../core/unseen.ts';

/** Html that was already escaped, by a component or by `markup`. Each accepts the other's html. */
export type Html = JSX.Element;

/** The content of a component. */
export type { Child } from 'hono/jsx';

/** The only way to make html: values in `${}` are escaped unless they are html already. Lists are joined. */
export const markup = html as (strings: TemplateStringsArray, ...values: unknown[]) => Html;

export const nothing: Html = raw('');

/** Outside text, isolated from the surrounding text direction, with invisible characters made visible. */
export function outside(text: string | null | undefined): Html {
  const parts = splitUnseen(text ?? '').map((part, i) => (i % 2 === 1 ? named(part) : part));
  return markup`<bdi>${parts}</bdi>`;
}

const named = (character: string): Html => markup`<mark>${codeOf(character)}</mark>`;
