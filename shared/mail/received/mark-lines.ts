/** Max length of a mark line. Programs don't write longer ones. */
const maxLine = 500;

/** Words with the same meaning in the languages of mail programs, as a regex group. */
export const any = (words: string): string => `(?:${words.trim().replace(/\s*\|\s*/g, '|')})`;

/** Direction marks and zero-width characters, which programs put around names. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** The zeros of other scripts whose digits programs use in dates. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1040, 0x17e0, 0xff10];
const figures =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\u1040-\u1049\u17e0-\u17e9\uff10-\uff19]/g;
const dashes = /[\u2010-\u2015\u2212\u2500\ufe58\ufe63\uff0d]/g;
const special = new RegExp(`${unseen.source}|${figures.source}|${dashes.source}`);
const figure = (text: string): string => {
  const code = text.codePointAt(0) ?? 0;
  const zero = zeros.find((one) => code >= one && code < one + 10);
  return zero === undefined ? text : String(code - zero);
};

/** A line normalized for finding marks: trimmed, with ASCII digits and dashes. Empty if it is too long. */
export function plainLine(line: string): string {
  if (line.length > maxLine) return '';
  const text = line.trim();
  if (!special.test(text)) return text;
  return text.replace(unseen, '').replace(figures, figure).replace(dashes, '-').trim();
}
