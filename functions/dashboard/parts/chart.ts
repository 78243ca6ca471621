import type { UsageRecord } from '../../../shared/domain/accounts/get-usage.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import { toEmails } from './numbers.ts';
import { table } from './parts.ts';

const [width, height] = [600, 104];

/** Delivered and bounced emails per day as bars, and all numbers as a table (D38). */
export function dayChart(days: UsageRecord['daily']): Html {
  const most = Math.max(1, ...days.map(({ delivered, bounced }) => delivered + bounced));
  const step = width / Math.max(1, days.length);
  const tall = (n: number) => (height * n) / most;
  const bars = days.map(({ delivered, bounced }, i) => {
    const [good, bad] = [tall(delivered), tall(bounced)];
    const [x, wide] = [i * step + 2, step - 4];
    return markup`<rect class="delivered" x="${x}" y="${height - good}" width="${wide}" height="${good}"></rect><rect class="bounced" x="${x}" y="${height - good - bad}" width="${wide}" height="${bad}"></rect>`;
  });
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return markup`<div class="card plot"><svg class="chart" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-labelledby="chart-title chart-text">
<title id="chart-title">Recipients by day</title><desc id="chart-text">Delivered and bounced from ${first} to ${last}; at most ${most} a day. The numbers are in the table below.</desc>
${bars}</svg><p class="ends" aria-hidden="true"><span>${first}</span><span>${last}</span></p>
<details><summary>Numbers by day</summary>${table({
    caption: 'Recipients by day',
    heads: ['Day', 'Accepted', 'Delivered', 'Bounced', 'Complained'],
    rows: days.toReversed().map((day) => {
      const within = { since: day.date, until: day.date };
      const numbers = ['accepted', 'delivered', 'bounced', 'complained'] as const;
      return [day.date, ...numbers.map((name) => toEmails(name, day[name], within))];
    }),
  })}</details></div>`;
}
