import { attributionStart } from './attribution.ts';
import {
  headerBlocks,
  isBareSignatureMark,
  isDeviceLine,
  isForwardMark,
  isForwardSubject,
  isOriginalMark,
  isRule,
  isSignatureMark,
} from './quote-marks.ts';
import { type Line, linesOfHtml, linesOfText } from './quoted-lines.ts';

const isBlank = (line: Line | undefined) => line === undefined || line.text.trim() === '';

function trimmed(lines: Line[]): Line[] {
  let [from, to] = [0, lines.length];
  while (from < to && isBlank(lines[from])) from++;
  while (to > from && isBlank(lines[to - 1])) to--;
  return lines.slice(from, to);
}

function nextFilled(lines: Line[], at: number): number {
  let next = at;
  while (next < lines.length && isBlank(lines[next])) next++;
  return next;
}

/** Max blank lines between an attribution and its quote. */
const maxBlanks = 2;

/** Max attribution lines between an original's mark and its marked lines. */
const mark_lines = 8;

/** Whether lines below an original's mark are marked themselves, after the attribution. */
function isMarkedBelow(lines: Line[], at: number): boolean {
  const near = lines.slice(at + 1, at + mark_lines);
  const quote = near.findIndex(({ quoted }) => quoted);
  const beforeQuote = trimmed(near.slice(0, Math.max(0, quote)));
  if (quote < 0 || beforeQuote.length === 0) return quote >= 0;
  return attributionStart(beforeQuote, beforeQuote.length - 1, { sure: true }) === 0;
}

/** The first line of an unmarked quote, if line `at` ends its introduction. -1 if no quote begins there. */
function startOfRest(lines: Line[], at: number, isBlock: (at: number) => boolean): number {
  if (isBlock(at)) return at;
  const line = lines[at];
  const isMark = line !== undefined && isOriginalMark(line);
  if (isMark && isMarkedBelow(lines, at)) return -1;
  const start = isMark ? at : attributionStart(lines, at, { sure: false });
  const next = start < 0 ? undefined : lines[nextFilled(lines, at + 1)];
  return next === undefined || next.quoted ? -1 : start;
}

/** Where the author's own words end, and whether the rest is forwarded rather than answered. */
type Boundary = { at: number; forwarded: boolean };

/** The boundary of a text. An unmarked quote at the very top doesn't count, because the answer may follow. */
function boundaryOf(lines: Line[]): Boundary {
  const isBlock = headerBlocks(lines);
  let first = lines.length;
  let above = -1;
  for (const [at, line] of lines.entries()) {
    if (line.rest) return { at, forwarded: false };
    if (isBlank(line)) continue;
    if (isForwardMark(line)) {
      const answered =
        line.quoted && (lines[above]?.quoted || attributionStart(lines, above, { sure: true }) >= 0);
      if (!answered) return { at, forwarded: true };
    }
    const start = line.quoted ? -1 : startOfRest(lines, at, isBlock);
    if (start >= 0) return { at: start > first ? start : lines.length, forwarded: false };
    if (!line.quoted) first = Math.min(first, at);
    above = at;
  }
  return { at: lines.length, forwarded: false };
}

function withoutAttribution(part: Line[]): Line[] {
  const lines = trimmed(part);
  if (part.slice(-maxBlanks - 1).every(isBlank)) return lines;
  const start = attributionStart(lines, lines.length - 1, { sure: true });
  const above = start < 0 ? lines : trimmed(lines.slice(0, start));
  const last = above.at(-1);
  return last && isOriginalMark(last) ? trimmed(above.slice(0, -1)) : above;
}

/** The parts between the quotes, without surrounding blank lines. */
function partsBetween(lines: Line[]): Line[][] {
  const parts: Line[][] = [];
  let part: Line[] = [];
  for (const line of lines) {
    if (!line.quoted) part.push(line);
    else if (part.length > 0) {
      parts.push(withoutAttribution(part));
      part = [];
    }
  }
  return [...parts, trimmed(part)].filter((one) => one.length > 0);
}

/** Max lines of a signature whose mark may be the author's own rule. */
const signature_lines = 10;

const beginsSignature = (part: Line[], at: number): boolean => {
  const line = part[at];
  if (line === undefined) return false;
  return isSignatureMark(line) || (isBareSignatureMark(line) && part.length - at - 1 <= signature_lines);
};

/** A part without its signature or device line. `written` means that the author's words are above it. */
function withoutSignature(part: Line[], written: boolean): Line[] {
  const mark = part.findIndex((_, at) => (at > 0 || written) && beginsSignature(part, at));
  const lines = mark < 0 ? part : trimmed(part.slice(0, mark));
  const last = lines.at(-1);
  const isLast = last !== undefined && isDeviceLine(last) && (lines.length > 1 || written);
  return isLast ? trimmed(lines.slice(0, -1)) : lines;
}

function withoutRules(part: Line[]): Line[] {
  const last = part.findLastIndex((line) => !isRule(line) && !isBlank(line));
  return part.slice(0, last + 1);
}

const joined = (parts: Line[][]) => parts.map((part) => part.map(({ text }) => text).join('\n')).join('\n\n');

function ownWords(lines: Line[]): string {
  const { at, forwarded } = boundaryOf(lines);
  const parts = partsBetween(lines.slice(0, at));
  const quotesFollow = at < lines.length && !forwarded;
  const own = parts.map((part, i) => {
    const ruled = i < parts.length - 1 || quotesFollow ? withoutRules(part) : part;
    return withoutSignature(ruled, i > 0);
  });
  const kept = forwarded ? [...own, trimmed(lines.slice(at))] : own;
  return joined(kept.filter((part) => part.length > 0));
}

/**
 * The words of a received message's author, from its text or its html as displayed, without quotes and
 * signature. Lines end in line feeds. Includes a forwarded message. Ambiguous lines are kept. Null if nothing
 * remains. Linear.
 */
export function replyText(
  { html, text }: { html: string | null; text: string | null },
  subject: string,
): string | null {
  const hasText = text !== null && text.trim() !== '';
  const lines = hasText ? linesOfText(text) : linesOfHtml(html ?? '');
  const own = isForwardSubject(subject) ? joined([trimmed(lines)]) : ownWords(lines);
  return own === '' ? null : own;
}
