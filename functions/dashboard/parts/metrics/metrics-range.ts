import { dayOf, lastDays } from '../../../../shared/core/days.ts';
import { invalid } from '../../../../shared/core/errors.ts';

const day_ms = 86_400_000;

const mostDays = 90;

export const presets = [
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

/** UTC days, both included. `preset` is null for a range of the reader's own. */
export type Range = { days: number; since: string; until: string; preset: string | null };

function dateOf(search: URLSearchParams, name: string): number | null {
  const text = search.get(name);
  if (!text) return null;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at) && dayOf(at) === text) return at;
  throw invalid([{ path: name, rule: 'format', message: `${name}: must be a date such as 2026-11-28` }]);
}

/** The range in a page's query: `days` up to today, or `since` and `until`. */
export function rangeOf(search: URLSearchParams, now: number): Range {
  const [since, until] = [dateOf(search, 'since'), dateOf(search, 'until')];
  if (since === null && until === null) {
    const asked = search.get('days') ?? '30';
    const preset = presets.some(([days]) => days === asked) ? asked : '30';
    const { from, to } = lastDays(now, Number(preset));
    return { days: Number(preset), since: from, until: to, preset };
  }
  const last = until ?? Date.parse(dayOf(now));
  const first = since ?? last - 29 * day_ms;
  const days = Math.round((last - first) / day_ms) + 1;
  if (days < 1 || days > mostDays)
    throw invalid([
      { path: 'since', rule: 'range', message: `since: must be at most ${mostDays} days before until` },
    ]);
  return { days, since: dayOf(first), until: dayOf(last), preset: null };
}
