import {
  attributionStart,
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

const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';

function trimmed(lines: string[]): string[] {
  let [from, to] = [0, lines.length];
  while (from < to && isBlank(lines[from])) from++;
  while (to > from && isBlank(lines[to - 1])) to--;
  return lines.slice(from, to);
}

function nextFilled(lines: Line[], at: number): number {
  let next = at;
  while (next < lines.length && isBlank(lines[next]?.text)) next++;
  return next;
}

/** The first line of a quote whose lines have no marks, when line `at` is its last; -1 where none begins. */
function startOfRest(lines: Line[], texts: string[], at: number, isBlock: (at: number) => boolean): number {
  if (isBlock(at)) return at;
  const start = isOriginalMark(texts[at] ?? '') ? at : attributionStart(texts, at, { sure: false });
  const next = start < 0 ? undefined : lines[nextFilled(lines, at + 1)];
  return next === undefined || next.quoted ? -1 : start;
}

/** The end of the part that is read for its author's words, and whether the rest is forwarded rather than answered. */
type Boundary = { at: number; forwarded: boolean };

/** The boundary of a text. A quote without marks at its very top is none: the answer may follow. */
function boundaryOf(lines: Line[], texts: string[]): Boundary {
  const isBlock = headerBlocks(texts);
  let first = lines.length;
  let above = -1;
  for (const [at, { text, quoted, rest }] of lines.entries()) {
    if (rest) return { at, forwarded: false };
    if (isBlank(text)) continue;
    if (isForwardMark(text)) {
      const answered =
        quoted && (lines[above]?.quoted || attributionStart(texts, above, { sure: true }) >= 0);
      if (!answered) return { at, forwarded: true };
    }
    const start = quoted ? -1 : startOfRest(lines, texts, at, isBlock);
    if (start >= 0) return { at: start > first ? start : lines.length, forwarded: false };
    if (!quoted) first = Math.min(first, at);
    above = at;
  }
  return { at: lines.length, forwarded: false };
}

/** The most blank lines between an attribution and its quote. */
const maxBlanks = 2;

function withoutAttribution(part: string[]): string[] {
  const lines = trimmed(part);
  if (part.slice(-maxBlanks - 1).every(isBlank)) return lines;
  const start = attributionStart(lines, lines.length - 1, { sure: true });
  return start < 0 ? lines : trimmed(lines.slice(0, start));
}

/** The parts between the quotes, each part without blank lines around it. */
function partsBetween(lines: Line[]): string[][] {
  const parts: string[][] = [];
  let part: string[] = [];
  for (const { text, quoted } of lines) {
    if (!quoted) part.push(text);
    else if (part.length > 0) {
      parts.push(withoutAttribution(part));
      part = [];
    }
  }
  return [...parts, trimmed(part)].filter((lines) => lines.length > 0);
}

/** The most lines of a signature whose mark may be a rule of the author. */
const signature_lines = 10;

const beginsSignature = (part: string[], at: number): boolean => {
  const line = part[at] ?? '';
  return isSignatureMark(line) || (isBareSignatureMark(line) && part.length - at - 1 <= signature_lines);
};

/** A part without the signature at its end, or the line of a device; `written`: there are words of the author above it. */
function withoutSignature(part: string[], written: boolean): string[] {
  const mark = part.findIndex((_, at) => (at > 0 || written) && beginsSignature(part, at));
  const lines = mark < 0 ? part : trimmed(part.slice(0, mark));
  const isLast = isDeviceLine(lines.at(-1) ?? '') && (lines.length > 1 || written);
  return isLast ? trimmed(lines.slice(0, -1)) : lines;
}

function withoutRules(part: string[]): string[] {
  let to = part.length;
  while (to > 0 && (isRule(part[to - 1] ?? '') || isBlank(part[to - 1]))) to--;
  return part.slice(0, to);
}

const joined = (parts: string[][]) => parts.map((part) => part.join('\n')).join('\n\n');

function ownWords(lines: Line[]): string {
  const texts = lines.map(({ text }) => text);
  const { at, forwarded } = boundaryOf(lines, texts);
  const between = partsBetween(lines.slice(0, at));
  const quotesFollow = at < lines.length && !forwarded;
  const own = between.map((part, i) => {
    const ruled = i < between.length - 1 || quotesFollow ? withoutRules(part) : part;
    return withoutSignature(ruled, i > 0);
  });
  const kept = forwarded ? [...own, trimmed(texts.slice(at))] : own;
  return joined(kept.filter((part) => part.length > 0));
}

/**
 * The words of a received message's author: of its text, or of its html as it is shown, without quotes and signature,
 * lines ended by line feeds (N40). A forwarded message is part of them. Lines that may be either are kept; null when
 * none remain, or none were there. Linear.
 */
export function replyText(
  { html, text }: { html: string | null; text: string | null },
  subject: string,
): string | null {
  const hasText = !isBlank(text ?? '');
  const lines = hasText ? linesOfText(text ?? '') : linesOfHtml(html ?? '');
  const own = isForwardSubject(subject) ? joined([trimmed(lines.map((line) => line.text))]) : ownWords(lines);
  return own === '' ? null : own;
}
