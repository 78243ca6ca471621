import { timestamp } from '../../../shared/core/runtime.ts';

const day_ms = 86_400_000;

/** The time of a `datetime-local` field, which has no zone, in UTC with one. Other text stays. */
export function inUtc(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00Z`;
  return text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/, '$1Z');
}

/** A time as the value of a `datetime-local` field, in UTC. Other text stays, for browsers without such fields. */
export function inField(text: string): string {
  const at = Date.parse(inUtc(text));
  return Number.isNaN(at) ? text : timestamp(at).slice(0, 19);
}

/**
 * Reads a time without a zone, as from `datetime-local`, as UTC. A date without a time covers its whole day,
 * even as the end of a range.
 */
export function boundOf(text: string, bound: 'since' | 'until'): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return inUtc(text);
  const begin = `${text}T00:00:00Z`;
  const at = Date.parse(begin);
  const isDay = !Number.isNaN(at) && timestamp(at).startsWith(text);
  return isDay && bound === 'until' ? timestamp(at + day_ms) : begin;
}
