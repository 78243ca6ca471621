import { diffLines } from 'diff';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import { empty } from './parts.ts';

/**
 * Max changed lines compared. Beyond that, the texts have too little in common, and comparing takes too long.
 */
const maxChanges = 2_000;

/** Compares two versions line by line: removed, added, and unchanged lines. */
export function difference(before: string, after: string): Html {
  if (before === after) return empty('The published version is the same.');
  const parts = diffLines(before, after, { maxEditLength: maxChanges });
  if (parts === undefined) return empty('The two versions have too little in common to compare.');
  const lines = parts.map(({ value, added, removed }) => {
    if (added) return markup`<ins>${outside(value)}</ins>`;
    return removed ? markup`<del>${outside(value)}</del>` : outside(value);
  });
  return markup`<pre class="difference">${lines}</pre>`;
}
