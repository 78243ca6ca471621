import type { UsageRecord } from '../../../shared/domain/accounts/get-usage.ts';
import type { Html } from '../../../shared/http/html.ts';
import { numberText, toEmails } from './numbers.ts';
import { table } from './parts.ts';

type Day = UsageRecord['daily'][number];

const [width, height] = [600, 104];

/** The end of the axis: the next of 2, 4, 6, 8, 10, 20, 40, and so on. Its half is a whole number. */
function topOf(most: number): number {
  for (let power = 1; ; power *= 10)
    for (const first of [2, 4, 6, 8, 10]) if (first * power >= most) return first * power;
}

/** Delivered and bounced by day as bars, and all numbers as a table (D38). */
export function dayChart(days: readonly Day[]): Html {
  const most = Math.max(0, ...days.map(({ delivered, bounced }) => delivered + bounced));
  const top = topOf(most);
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return (
    <div class="card plot">
      <ul class="legend">
        <li class="delivered">Delivered</li>
        <li class="bounced">Bounced</li>
      </ul>
      <div class="area">
        <Axis top={top} />
        <svg
          class="chart"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby="chart-title chart-text"
        >
          <title id="chart-title">Recipients by day</title>
          <desc id="chart-text">
            {`Delivered and bounced from ${first} to ${last}; at most ${numberText(most)} a day. The numbers are in the table below.`}
          </desc>
          <path class="grid" d={`M 0 0 H ${width} M 0 ${height / 2} H ${width}`} />
          {days.map((day, i) => (
            <Bar day={day} at={i} step={width / days.length} top={top} />
          ))}
        </svg>
        <p class="ends" aria-hidden="true">
          <span>{first}</span>
          <span>{last}</span>
        </p>
      </div>
      <details>
        <summary>Numbers by day</summary>
        <DayTable days={days} />
      </details>
    </div>
  );
}

/** The svg is stretched, so its numbers are next to it. Its description has them for screen readers. */
const Axis = ({ top }: { top: number }): Html => (
  <p class="axis" aria-hidden="true">
    {[top, top / 2, 0].map((n) => (
      <span>{numberText(n)}</span>
    ))}
  </p>
);

/** One day. Pointing anywhere in its column shows its numbers. */
function Bar({ day, at, step, top }: { day: Day; at: number; step: number; top: number }): Html {
  const { date, delivered, bounced } = day;
  const tall = (n: number) => (height * n) / top;
  const [good, bad] = [tall(delivered), tall(bounced)];
  const place = { x: at * step + 2, width: step - 4 };
  return (
    <g>
      <title>{`${date}: ${numberText(delivered)} delivered, ${numberText(bounced)} bounced`}</title>
      <rect class="day" x={at * step} y={0} width={step} height={height} />
      {delivered > 0 && <rect class="delivered" {...place} y={height - good} height={good} />}
      {bounced > 0 && <rect class="bounced" {...place} y={height - good - bad} height={bad} />}
    </g>
  );
}

const columns = ['accepted', 'delivered', 'bounced', 'complained'] as const;

const DayTable = ({ days }: { days: readonly Day[] }): Html =>
  table({
    caption: 'Recipients by day',
    heads: ['Day', 'Accepted', 'Delivered', 'Bounced', 'Complained'],
    rows: days.toReversed().map((day) => {
      const within = { since: day.date, until: day.date };
      return [day.date, ...columns.map((name) => toEmails(name, day[name], within))];
    }),
  });
