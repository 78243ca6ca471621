import { diffLines, diffWordsWithSpace } from 'diff';
import { type Child, type Html, outside } from '../../../../shared/http/html.ts';

/** Max changed lines compared. Beyond that, comparing takes too long. */
const maxChanges = 1_000;

/** Max changed words compared in changed lines, and max characters of all lines that are compared by word. */
const maxWords = 400;
const maxCharacters = 40_000;

/** Unchanged lines shown around a change. */
const context = 3;

type Part = { value: string; added?: boolean | undefined; removed?: boolean | undefined };

/** Compares two versions: lines first, then words in changed lines. Long unchanged parts are left out. */
export function Difference({ before, after }: { before: string; after: string }): Html {
  const parts = diffLines(before, after, { maxEditLength: maxChanges });
  if (parts === undefined) return <p class="small">The versions have too little in common to compare.</p>;
  const room = { left: maxCharacters };
  return <pre class="difference">{parts.flatMap((part, at) => shown(parts, part, at, room))}</pre>;
}

type Room = { left: number };

function shown(parts: Part[], part: Part, at: number, room: Room): Child[] {
  const [previous, next] = [parts[at - 1], parts[at + 1]];
  if (part.added) return previous?.removed ? [] : [<ins>{outside(part.value)}</ins>];
  if (!part.removed) return around(part.value, at > 0, next !== undefined);
  return next?.added ? changed(part.value, next.value, room) : [<del>{outside(part.value)}</del>];
}

/** Changed lines with their changed words marked, or both whole if few words are the same. */
function changed(before: string, after: string, room: Room): Child[] {
  return (
    wordsOf(before, after, room) ?? [
      { value: before, removed: true },
      { value: after, added: true },
    ]
  ).map(({ value, added, removed }) => {
    if (added) return <ins>{outside(value)}</ins>;
    return removed ? <del>{outside(value)}</del> : outside(value);
  });
}

function wordsOf(before: string, after: string, room: Room): Part[] | null {
  room.left -= before.length + after.length;
  if (room.left < 0) return null;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxWords });
  if (parts === undefined) return null;
  const same = parts.filter(({ added, removed }) => !added && !removed);
  const kept = same.reduce((sum, { value }) => sum + value.trim().length, 0);
  return kept * 3 < Math.min(before.length, after.length) ? null : joined(parts);
}

/** Changes with only spaces between them read better as one. */
function joined(parts: Part[]): Part[] {
  const all: Part[] = [];
  let [removed, added] = ['', ''];
  const end = () => {
    if (removed) all.push({ value: removed, removed: true });
    if (added) all.push({ value: added, added: true });
    [removed, added] = ['', ''];
  };
  parts.forEach((part, at) => {
    if (part.removed) removed += part.value;
    else if (part.added) added += part.value;
    else if (removed && added && /^[ \t]+$/.test(part.value) && at < parts.length - 1) {
      removed += part.value;
      added += part.value;
    } else {
      end();
      all.push(part);
    }
  });
  end();
  return all;
}

/** Unchanged lines near a change, with the number of the others. */
function around(text: string, isAfter: boolean, isBefore: boolean): Child[] {
  const lines = text.split(/(?<=\n)/);
  const [first, last] = [isAfter ? context : 0, isBefore ? context : 0];
  const hidden = lines.length - first - last;
  if (hidden < 2) return [outside(text)];
  const gap = <span class="gap">{`${hidden.toLocaleString('en-US')} unchanged lines\n`}</span>;
  const [start, end] = [lines.slice(0, first).join(''), lines.slice(lines.length - last).join('')];
  return [start && outside(start), gap, last > 0 && outside(end)].filter(Boolean);
}
