import type { Html } from '../../../shared/http/html.ts';

/** The events that each recipient count includes; none means all emails. Refused recipients count as bounced. */
const eventsOf: Record<string, string> = {
  delivered: 'delivered',
  bounced: 'bounced,failed',
  complained: 'complained',
  failed: 'failed',
  suppressed: 'suppressed',
  opened: 'opened',
  clicked: 'clicked',
  delayed: 'delivery_delayed',
  queued: 'queued',
  scheduled: 'scheduled',
};

const inGroups = new Intl.NumberFormat('en-US');

/** A number as pages show it: 1,000. */
export const numberText = (n: number): string => inGroups.format(n);

/** A rate as pages show it: 1.25%. */
export const percent = (rate: number): string => `${(rate * 100).toFixed(2)}%`;

/** The same without trailing zeros, for limits and axes: 5%. */
export const shortPercent = (rate: number): string => `${Number((rate * 100).toFixed(2))}%`;

/** A part of a total as a rate. */
export const share = (part: number, total: number): string => (total === 0 ? '–' : percent(part / total));

/** A short duration: 84 ms, 1.2 s. */
export const millisecondsText = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** A longer one: 45 s, 2 min, 1 h. */
export function secondsText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Number((seconds / 60).toFixed(1))} min` : `${seconds / 3_600} h`;
}

/** A file's size: 120 bytes, 12 KB, 1.5 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${numberText(Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

const sizes = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in decimal units, as in limits: 200 MB. */
export function bytesText(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(bytes) / 3), 0), sizes.length - 1);
  return `${numberText(Math.round((bytes / 1000 ** step) * 10) / 10)} ${sizes[step]}`;
}

/** Like URLSearchParams, which takes most of the time of a page with hundreds of links. */
export const queryOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** A recipient count that links to its emails, unless it is 0. `within`: further filters, such as the period. */
export function toEmails(name: string, shown: number | string, within: Record<string, string>): Html {
  if (shown === 0) return <>0</>;
  const last_event = eventsOf[name];
  const query = queryOf(last_event === undefined ? within : { ...within, last_event });
  return <a href={`/emails?${query}`}>{typeof shown === 'number' ? numberText(shown) : shown}</a>;
}
