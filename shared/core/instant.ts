/** Extended and basic form: date, `T`, hours and minutes, seconds and their fraction where given, offset. */
const extended =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;
const basic =
  /^(\d{4})(\d\d)(\d\d)[Tt](\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;

/**
 * An ISO 8601 instant with `Z` or an offset as epoch ms; anything finer than a millisecond is cut. null for
 * one without an offset, a day that no calendar has, and everything else (C7, Q16).
 */
export function parseInstant(text: string): number | null {
  const found = extended.exec(text) ?? basic.exec(text);
  if (found === null) return null;
  const part = (i: number) => Number(found[i] ?? 0);
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(part) as [number, ...number[]];
  const ms = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(year, (month ?? 0) - 1, day, hour, minute, second, ms);
  // A field out of range rolls over into the next larger one: then it does not read back as it was written.
  const written = [year, month, day, hour, minute, second].join();
  const date = new Date(local);
  const read = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ].join();
  if (written !== read || part(9) > 23 || part(10) > 59) return null;
  const offset = (part(9) * 60 + part(10)) * 60_000;
  return found[8] === '-' ? local + offset : local - offset;
}
