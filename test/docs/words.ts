import type { TextFile } from './files.ts';

/** Private idiom, by what to write in its place. Ordinary uses of the same letters are no part of a pattern. */
export const idioms: { idiom: string; say: string; pattern: RegExp }[] = [
  {
    idiom: 'settle, contend',
    say: 'retry after a conflict, back off',
    pattern: /\b(settl(e[sd]?|ing)|contend(s|ed|ing)?)\b/i,
  },
  { idiom: 'tally', say: 'counter, occurrence counter', pattern: /\btall(y|ies|ied)\b/i },
  { idiom: 'twin', say: 'duplicate, concurrent request', pattern: /\btwins?\b/i },
  {
    idiom: 'hand over, hand-over, hand on',
    say: 'send attempt, delivery, lease; enqueue, pass',
    pattern: /\bhand(s|ed|ing)?[- ]?((it|them|mail|that) )?(over|on)\b/i,
  },
  {
    idiom: 'tell, told, announce',
    say: 'emit, publish, notify, say, show',
    pattern: /\b(tell(s|ing)?|told|announc(e[sd]?|ing))\b/i,
  },
  {
    // Not `stand-in`, `stands for`, `stands in for`, `outstanding`.
    idiom: 'stands, stood',
    say: 'is, is stored, current, existing',
    pattern: /\b(stands?(?!-|ing| for\b| in for\b)|stood|standing)\b/i,
  },
  { idiom: 'crowd, lane', say: 'bulk queue, burst', pattern: /\b(crowds?|lanes?)\b/i },
  {
    // Not `turns on`, `turned off`, `in turn`.
    idiom: 'turn, line (of who waits)',
    say: 'slot, pacing, queue',
    pattern:
      /\b((take|takes|took|wait for|waits) (a|its|their) turns?|(its|a|whose|their|no|next|the) turns?|turns of|in line)\b/i,
  },
  { idiom: 'due row', say: 'outbox row', pattern: /\bdue rows?\b/i },
  { idiom: 'anew, once more', say: 'again, repeated', pattern: /\b(anew|once more)\b/i },
  {
    idiom: 'whoever, somebody, nobody, anybody, everybody',
    say: 'the actor by name: caller, worker, reader, another write',
    pattern: /\b(whoever|somebody|nobody|anybody|everybody)\b/i,
  },
  { idiom: 'quicker', say: 'first, earlier, won the write', pattern: /\bquicker\b/i },
  { idiom: 'apart', say: 'separate, separately; with backoff', pattern: /\bapart\b/i },
  { idiom: 'bury, buried', say: 'dead-letter, record as dead', pattern: /\bbur(y|ied|ies)\b/i },
  { idiom: 'beside', say: 'next to, with, in addition to; in parallel with', pattern: /\bbeside\b/i },
  { idiom: 'has it, had it', say: 'holds the lease, owns, contains', pattern: /\bha[sd] it\b/i },
  { idiom: 'meet (of writes)', say: 'conflict, find', pattern: /\bmeets?\b/i },
  { idiom: 'what is left', say: 'the rest, the remaining', pattern: /\bwhat (was|is) left\b/i },
];

/** A comment without its signs, in one line; `line` is where it begins. */
type Comment = { path: string; line: number; text: string };

// A block, a run of whole-line comments, or what follows code on its line; not `https://` and not a glob's `/*`.
const comment = /(?<=^|[\s(])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=[\s;,{}()])\/\/ .*$/gm;

export const commentsIn = ({ path, text }: TextFile): Comment[] =>
  [...text.matchAll(comment)].map((match) => ({
    path,
    line: text.slice(0, match.index).split('\n').length,
    text: match[0]
      .replace(/\/\*\*?|\*\/|^[ \t]*(\*(?!\/)|\/\/)/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }));

/** The idioms that a text uses; none when it is plain. */
export const idiomsIn = (text: string) => idioms.filter(({ pattern }) => pattern.test(text));
