type Line = { sign: ' ' | '-' | '+'; text: string };

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** How many lines the longest common subsequence has from each pair of places on. */
function commonFrom(before: string[], after: string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (table[i] as number[])[j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return table;
}

function changes(before: string[], after: string[]): Line[] {
  const common = commonFrom(before, after);
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i++] as string });
      j++;
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push({ sign: '-', text: before[i++] as string });
    else lines.push({ sign: '+', text: after[j++] as string });
  }
  return lines;
}

const context = 3;

/** The stretches of lines that a diff shows: what changed, with three lines around it. */
function hunksOf(lines: Line[]): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  lines.forEach(({ sign }, at) => {
    if (sign === ' ') return;
    const [from, to] = [Math.max(0, at - context), Math.min(lines.length, at + context + 1)];
    const last = hunks.at(-1);
    if (last && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  });
  return hunks;
}

function rangeOf(lines: Line[], { from, to }: { from: number; to: number }, other: '-' | '+'): string {
  const counted = (some: Line[]) => some.filter(({ sign }) => sign !== other).length;
  return `${counted(lines.slice(0, from)) + 1},${counted(lines.slice(from, to))}`;
}

/** A unified diff of two texts that end with a line feed, as `diff -u` writes it (M61). */
export function unifiedDiff(name: string, before: string, after: string): string {
  const lines = changes(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines).map((hunk) => {
    const head = `@@ -${rangeOf(lines, hunk, '+')} +${rangeOf(lines, hunk, '-')} @@`;
    return [head, ...lines.slice(hunk.from, hunk.to).map(({ sign, text }) => `${sign}${text}`)].join('\n');
  });
  return `--- a/${name}\n+++ b/${name}\n${hunks.join('\n')}\n`;
}
