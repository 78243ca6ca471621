const day_ms = 86_400_000;

/** Minutes since the epoch. Part of the keys of outbox rows and tasks. */
export const minuteOf = (at: string | number): number => Math.floor(new Date(at).getTime() / 60_000);

/** The UTC day, `YYYY-MM-DD`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The end of the moment's UTC day, ISO 8601. */
export const endOfDay = (at: number): string =>
  new Date((Math.floor(at / day_ms) + 1) * day_ms).toISOString();

export const firstOfMonth = (at: number): string => `${new Date(at).toISOString().slice(0, 7)}-01`;

/** The end of the moment's UTC month, ISO 8601. */
export function endOfMonth(at: number): string {
  const date = new Date(at);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString();
}

/** The names of the last `days` UTC days up to today, and the start of the first. */
export function lastDays(
  now: number,
  days: number,
): { days: string[]; from: string; to: string; begins: string } {
  const names = Array.from({ length: days }, (_, i) => dayOf(now - (days - 1 - i) * day_ms));
  const [from = '', to = ''] = [names[0], names.at(-1)];
  return { days: names, from, to, begins: `${from}T00:00:00.000Z` };
}
