/** A way from a step to a later one, or to the end of the run. */
export type Jump = {
  from: number;
  /** The number of steps means the end. */
  to: number;
  label: string;
};

/** A jump with its place: the lane it runs in, counted from the steps outward. */
export type PlacedJump = Jump & { lane: number };

type Lane = { to: number; from: number; lane: number };

const overlap = (a: Lane, b: Lane) => a.from < b.to && b.from < a.to;

/**
 * Lanes for jumps beside a column of steps. Jumps to the same step share a lane. The shortest are placed first,
 * each in the innermost free lane, so a jump crosses only those that begin inside it.
 */
export function placeJumps(jumps: readonly Jump[]): PlacedJump[] {
  const starts = new Map<number, number>();
  for (const { from, to } of jumps) starts.set(to, Math.min(from, starts.get(to) ?? from));
  const placed: Lane[] = [];
  const shortestFirst = [...starts].sort(([a, start], [b, other]) => a - start - (b - other));
  for (const [to, from] of shortestFirst) {
    const taken = placed.filter((other) => overlap(other, { to, from, lane: 0 })).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane++;
    placed.push({ to, from, lane });
  }
  return jumps.map((jump) => ({ ...jump, lane: placed.find(({ to }) => to === jump.to)?.lane ?? 0 }));
}

/** A letter's width as a share of the font size. Wide letters, such as Chinese and emoji, fill a square. */
const widthOf = (letter: string): number =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
    letter,
  )
    ? 1
    : /[mwMW@%A-Z0-9_]/.test(letter)
      ? 0.66
      : 0.53;

/** The beginning of a text that fits this width, in font sizes. Svg text doesn't shorten itself. */
export function fitted(text: string, most: number): string {
  let width = 0;
  const letters = [...text.replaceAll(/\s+/g, ' ')];
  for (const [i, letter] of letters.entries()) {
    width += widthOf(letter);
    if (width > most)
      return `${letters
        .slice(0, Math.max(0, i - 1))
        .join('')
        .trimEnd()}…`;
  }
  return letters.join('');
}
