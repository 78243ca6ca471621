const day_ms = 86_400_000;

/** The minute of a moment, counted from the epoch: a part of the keys of outbox rows and tasks. */
export const minuteOf = (at: string | number): number => Math.floor(new Date(at).getTime() / 60_000);

/** The UTC day of a moment, `YYYY-MM-DD`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The midnight (UTC) that ends the day of a moment, ISO 8601. */
export const endOfDay = (at: number): string =>
  new Date((Math.floor(at / day_ms) + 1) * day_ms).toISOString();

export const firstOfMonth = (at: number): string => `${new Date(at).toISOString().slice(0, 7)}-01`;

/** The midnight (UTC) that ends the month of a moment, ISO 8601. */
export function endOfMonth(at: number): string {
  const date = new Date(at);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString();
}

/** The last `days` UTC days, today the last of them: their names, and the beginning of the first. */
export function lastDays(
  now: number,
  days: number,
): { days: string[]; from: string; to: string; begins: string } {
  const names = Array.from({ length: days }, (_, i) => dayOf(now - (days - 1 - i) * day_ms));
  const [from = '', to = ''] = [names[0], names.at(-1)];
  return { days: names, from, to, begins: `${from}T00:00:00.000Z` };
}
