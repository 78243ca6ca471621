import { timestamp } from '../../../shared/core/runtime.ts';

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
