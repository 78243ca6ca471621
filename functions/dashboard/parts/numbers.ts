import { type Html, markup } from '../../../shared/http/html.ts';

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

const sizes = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Bytes as limits have them, in thousands: 200 MB. */
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
  if (shown === 0) return markup`0`;
  const last_event = eventsOf[name];
  const query = queryOf(last_event === undefined ? within : { ...within, last_event });
  return markup`<a href="/emails?${query}">${typeof shown === 'number' ? numberText(shown) : shown}</a>`;
}

export const linkedNumbers = (numbers: [name: string, n: number][], within: Record<string, string>): Html =>
  markup`<dl class="numbers">${numbers.map(([name, n]) => markup`<div><dt>${name}</dt><dd>${toEmails(name, n, within)}</dd></div>`)}</dl>`;
