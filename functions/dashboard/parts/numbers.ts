import { type Html, markup } from '../../../shared/http/html.ts';

/** The events behind a number of recipients; a number without any counts all emails. A refused recipient has bounced, too. */
const eventsOf: Record<string, string> = {
  delivered: 'delivered',
  bounced: 'bounced,failed',
  complained: 'complained',
  failed: 'failed',
  suppressed: 'suppressed',
  opened: 'opened',
  clicked: 'clicked',
  queued: 'queued',
  scheduled: 'scheduled',
};

/** A number of recipients that leads to its emails, unless there are none; `within`: other filters, as the time that it counts (D86). */
export function toEmails(name: string, shown: number | string, within: Record<string, string>): Html {
  if (shown === 0) return markup`0`;
  const last_event = eventsOf[name];
  const query = new URLSearchParams({ ...within, ...(last_event && { last_event }) });
  return markup`<a href="/emails?${query}">${shown}</a>`;
}

export const linkedNumbers = (numbers: [name: string, n: number][], within: Record<string, string>): Html =>
  markup`<dl class="numbers">${numbers.map(([name, n]) => markup`<div><dt>${name}</dt><dd>${toEmails(name, n, within)}</dd></div>`)}</dl>`;
