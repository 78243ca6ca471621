import { any } from './mark-lines.ts';
import type { Line } from './quoted-lines.ts';

const verbs =
  any(`wrote | writes | schrieb | geschrieben | a écrit | écrit | escribió | ha scritto | scritto | escreveu
  | va escriure | schreef | skrev | skrifaði | kirjoitti | kirjutas | pisze | napisał(?:\\(a\\)|a)? | napsal(?:\\(a\\)|a)?
  | napísal(?:\\(a\\)|a)? | napisal[ao]? | napisao(?: je)? | je napisala? | írta | a scris | yazdı | rašė | rakstīja
  | написал(?:\\(а\\)|а)? | пишет | пише | написав(?:\\(ла\\))? | написа | је написао | έγραψε | כתב | כתבה | كتب | كتبت
  | تمت كتابة ما يلي | نوشت | ने लिखा | đã viết | menulis | sinulat`);
/** Verbs in scripts without spaces between words. */
const glued = /写道|寫道|のメッセージ|のメール|作成|작성|เขียน/;

const prepositions =
  any(`on | in a message dated | at | am | le | el | il | em | op | den | på | w dniu | dnia | dne | dňa | în | pe | a | v
  | vào | pada(?: tanggal)? | noong | kuupäev | missatge de | на | в | στις | בתאריך | ב- | في | بتاريخ | در تاریخ | ในวันที่ | เมื่อ
  | 在 | 於 | 于`);
/** A word that begins a line with a day and a sender. */
const wordOpener = new RegExp(`^[-*]{0,9}[ \u00a0]?${prepositions}[ \u00a0]`, 'iu');
/** The line may also begin with a digit or a short weekday name. */
const dayOpener = /^(?:\d|\p{L}{1,12}[.,]{1,2}[ \u00a0]|\p{L}{2,3}[ \u00a0]\d)/u;

const spokenWord = new RegExp(`(?:^|[^\\p{L}])${verbs}(?:[^\\p{L}]|$)`, 'iu');
const isSpoken = (text: string) => spokenWord.test(text) || glued.test(text);
const year = /(?:19|20|25)\d\d/;
const shortDate = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/;
const clock = /\d[:.h]\d\d/;
/** Whether text has both a day and a time: `14.03.22` alone could be either. */
const hasDate = (text: string) =>
  (year.test(text) || shortDate.test(text)) && clock.test(text.replace(shortDate, ' '));
const address = /[^\s<>]@[^\s<>]/;
const bracketed = /[<([][^\s<>()[\]@]{1,320}@[^\s<>()[\]@]{1,320}[>)\]]/;

/** The end of the last line: a colon, or Zoho's dashes, which are at both ends. */
const closed = /(?:[:：﹕︰։፡]|(?:^|[ \u00a0])-{2,})$/;
const isClosed = (text: string) => closed.test(text) && (!text.endsWith('-') || text.startsWith('--'));

const begins = (line: string) => (wordOpener.test(line) || dayOpener.test(line)) && /\d/.test(line);
/** A line that only continues the line above: an address, or a verb alone. */
const goesOn = new RegExp(`^(?:[<(>]|-{2,}$|${verbs}[ \\u00a0]?[:：]$)`, 'iu');
/** The end of a sentence, not an abbreviation such as `14.` or `Mr.` */
const ended = /(?:\p{L}{3}\.|[!?…。！？;:：])["'”’)]{0,2}$/u;

/** The narrowest wrap width of programs. A shorter line ends where its author ended it. */
const narrow = 60;
const isWrapped = (line: string, next: string) =>
  line.length + 1 + (next.trim().split(/[ \u00a0]/, 1)[0] ?? '').length >= narrow;

/** Up to five words of a name: capitalized or in a caseless script, except short words such as `van`. */
function isName(line: string): boolean {
  const words = line.split(' ');
  return words.length <= 5 && words.every((word) => word.length < 4 || /^["'(*]?[\p{Lu}\p{Lo}]/u.test(word));
}

/** Whether text is an attribution. `sure` means that marked lines follow, so less evidence is enough. */
function saysWho(text: string, first: string, sure: boolean): boolean {
  if (!isClosed(text)) return false;
  if (sure) return address.test(text) || hasDate(text) || isSpoken(text);
  return hasDate(text) && (bracketed.test(text) || (begins(first) && isSpoken(text)));
}

const isComplete = (text: string) =>
  wordOpener.test(text) && hasDate(text) && (isSpoken(text) || address.test(text));

/** Whether a line starts an attribution that goes on at `next` with its day, address, or name. */
function leadsTo({ text, plain }: Line, next: Line, said: string): boolean {
  const isBroken = isWrapped(text, next.text);
  if (ended.test(plain) || isComplete(said)) return false;
  if (next.plain.startsWith('<') && isBroken && isName(plain)) return true;
  if (!isBroken && !goesOn.test(next.plain) && !begins(plain)) return false;
  return (begins(plain) && hasDate(plain) && !hasDate(said)) || (address.test(plain) && !address.test(said));
}

/** Whether an incomplete text may be a continuation of the line above. */
const mayJoin = ({ text, plain }: Line, next: Line): boolean =>
  goesOn.test(next.plain) || isWrapped(text, next.text) || begins(plain) || isSpoken(next.plain);

/** Max lines of an attribution. Programs wrap at 60 to 80 characters. */
const maxLines = 4;

/**
 * The first line of an attribution among those up to `last`, or -1. `sure` means that a marked quote follows.
 */
export function attributionStart(lines: readonly Line[], last: number, { sure }: { sure: boolean }): number {
  if (!closed.test(lines[last]?.plain ?? '')) return -1;
  const near = lines.slice(Math.max(0, last - maxLines + 1), last + 1);
  if (!sure && !near.some(({ plain }) => clock.test(plain))) return -1;
  let [said, first] = ['', -1];
  for (let at = last; at > last - maxLines; at--) {
    const [line, next] = [lines[at], lines[at + 1]];
    if (line === undefined || line.plain === '') break;
    if (at < last && next && !(first < 0 ? mayJoin(line, next) : leadsTo(line, next, said))) break;
    said = `${line.plain} ${said}`.trimEnd();
    if (first >= 0 || saysWho(said, line.plain, sure)) first = at;
  }
  return first;
}
