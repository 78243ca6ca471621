import { splitUnseen } from '../../../shared/core/unseen.ts';
import type { Child, Html } from '../../../shared/http/html.ts';
import { pathOfId } from './id.tsx';

/** JSON strings. In valid JSON, a quote outside them begins one. */
const strings = /"(?:[^"\\]|\\.)*"/g;
const wholeId = /^"([a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26})"$/;

const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Invisible characters as JSON escapes, so that the text stays the same JSON. */
const escaped = (text: string): string =>
  splitUnseen(text)
    .map((part, i) => (i % 2 === 1 ? part.split('').map(escapeOf).join('') : part))
    .join('');

function Value({ token }: { token: string }): Html {
  const id = wholeId.exec(token)?.[1];
  if (id === undefined)
    return (
      <span class="string">
        <bdi>{escaped(token)}</bdi>
      </span>
    );
  return (
    <>
      "<a href={pathOfId(id)}>{id}</a>"
    </>
  );
}

function highlighted(text: string): Child[] {
  const shown: Child[] = [];
  let at = 0;
  for (const { 0: token, index } of text.matchAll(strings)) {
    shown.push(text.slice(at, index));
    at = index + token.length;
    shown.push(text[at] === ':' ? <bdi>{escaped(token)}</bdi> : <Value token={token} />);
  }
  return [...shown, text.slice(at)];
}

/** A JSON value with colored strings, linked ids, and a copy button. `name` is what it holds. */
export const Json = ({ name, value }: { name: string; value: unknown }): Html => (
  <div class="code">
    <section aria-label={name} tabindex={0} data-copy={name}>
      <pre class="json">{highlighted(JSON.stringify(value, null, 2))}</pre>
    </section>
  </div>
);
