export const instantForm = 'YYYY-MM-DDTHH:MM[:SS[.fraction]] with Z or an offset';

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;

/** An instant of `instantForm` as epoch ms, truncated to the millisecond. Null for anything else. */
export function parseInstant(text: string): number | null {
  const found = form.exec(text);
  if (found === null) return null;
  const part = (i: number) => Number(found[i] ?? 0);
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(part) as [number, ...number[]];
  const ms = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(year, (month ?? 0) - 1, day, hour, minute, second, ms);
  // If a field is out of range, the date rolls over and no longer prints as it was written.
  const written = `${text.slice(0, 16)}:${found[6] ?? '00'}`;
  if (new Date(local).toISOString().slice(0, 19) !== written || part(9) > 23 || part(10) > 59) return null;
  const offset = (part(9) * 60 + part(10)) * 60_000;
  return found[8] === '-' ? local + offset : local - offset;
}
