import { type Child, type Html, nothing } from '../../../../shared/http/html.ts';
import { Table } from '../../ui/table.tsx';
import { numberText, percent, queryOf, shortPercent, toEmails } from '../numbers.tsx';

type Day = {
  date: string;
  accepted: number;
  delivered: number;
  bounced: number;
  complained: number;
  opened?: number;
  clicked?: number;
};

/** Filters that every link to emails gets, such as the tenant. */
type Within = Record<string, string>;

const [width, height] = [600, 104];

/** The end of the axis: the next of 2, 4, 6, 8, 10, 20, 40, and so on. Its half is a whole number. */
function topOf(most: number): number {
  for (let power = 1; ; power *= 10)
    for (const first of [2, 4, 6, 8, 10]) if (first * power >= most) return first * power;
}

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Nov 28` of `2026-11-28`. */
const dayText = (date: string): string => (date === '' ? '' : shortDay.format(new Date(date)));

/** Up to `most` days, evenly spread, with the first and the last. */
function marksOf(days: readonly Day[], most: number): string[] {
  const n = Math.min(days.length, most);
  return Array.from({ length: n }, (_, i) => {
    const at = n === 1 ? 0 : Math.round((i * (days.length - 1)) / (n - 1));
    return days[at]?.date ?? '';
  });
}

/** An svg stretched to its box, with what can't be stretched next to it: axis, days, and what a day shows. */
function Plot(plot: {
  id: string;
  title: string;
  text: string;
  axis: string[];
  days: readonly Day[];
  children: Child;
  /** What a day shows, as lines. */
  tip: (day: Day) => string[];
  link?: (day: Day) => string;
  /** Shown below instead of the days between the first and the last. */
  foot?: Child;
}): Html {
  const { id, title, text, axis, days, children, tip, link, foot } = plot;
  return (
    <div class="area">
      {/* The svg's description has the numbers for screen readers. */}
      <p class="axis" aria-hidden="true">
        {axis.map((label) => (
          <span>{label}</span>
        ))}
      </p>
      <div class="plane">
        <svg
          class="chart"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-text`}>{text}</desc>
          <path class="grid" d={`M 0 0 H ${width} M 0 ${height / 2} H ${width}`} />
          {children}
        </svg>
        <div class="days" aria-hidden="true">
          {days.map((day, i) => (
            <DayColumn day={day} isLate={i >= days.length / 2} link={link} lines={tip(day)} />
          ))}
        </div>
      </div>
      <p class={`ends ${foot === undefined ? (days.length <= 7 ? 'each' : 'many') : ''}`} aria-hidden="true">
        {marksOf(days, foot === undefined ? 7 : 2).map((date, i) => (
          <>
            {i === 1 && foot}
            <span>{dayText(date)}</span>
          </>
        ))}
      </p>
    </div>
  );
}

type Column = { day: Day; isLate: boolean; link?: ((day: Day) => string) | undefined; lines: string[] };

/** Pointing at a day shows its numbers. Keyboards and screen readers have the table instead. */
function DayColumn({ day, isLate, link, lines }: Column): Html {
  const tip = <span class={isLate ? 'tip late' : 'tip'}>{[dayText(day.date), ...lines].join('\n')}</span>;
  return link ? (
    <a href={link(day)} tabindex={-1}>
      {tip}
    </a>
  ) : (
    <span>{tip}</span>
  );
}

/** One bar per day, as a single path. `from` and `to` are counts at its foot and its top. */
function barsOf(days: readonly Day[], top: number, from: (day: Day) => number, to: (day: Day) => number) {
  const step = width / days.length;
  const wide = Math.min(step * 0.72, 40);
  return days
    .map((day, i) => {
      const [foot, tall] = [height - (height * from(day)) / top, (height * (to(day) - from(day))) / top];
      const left = (i + 0.5) * step - wide / 2;
      return tall > 0
        ? `M${left.toFixed(1)} ${foot.toFixed(1)}h${wide.toFixed(1)}v${(-tall).toFixed(1)}h${(-wide).toFixed(1)}z`
        : '';
    })
    .join('');
}

const none = () => 0;

/** Accepted, delivered, and bounced by day as bars, and all numbers as a table (D38). */
export function dayChart(days: readonly Day[], within: Within = {}): Html {
  const most = Math.max(
    0,
    ...days.map(({ accepted, delivered, bounced }) => Math.max(accepted, delivered + bounced)),
  );
  const top = topOf(most);
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return (
    <div class="card plot">
      <ul class="legend">
        <li class="accepted">Accepted</li>
        <li class="delivered">Delivered</li>
        <li class="bounced">Bounced</li>
      </ul>
      <Plot
        id="chart"
        title="Recipients by day"
        text={`Recipients accepted, delivered, and bounced from ${first} to ${last}. Peak: ${numberText(most)} per day. See the table below for the numbers.`}
        axis={[top, top / 2, 0].map(numberText)}
        days={days}
        tip={tipOf}
        link={({ date }) => `/emails?${queryOf({ ...within, since: date, until: date })}`}
      >
        <path class="accepted" d={barsOf(days, top, none, (day) => day.accepted)} />
        <path class="delivered" d={barsOf(days, top, none, (day) => day.delivered)} />
        <path
          class="bounced"
          d={barsOf(
            days,
            top,
            (day) => day.delivered,
            (day) => day.delivered + day.bounced,
          )}
        />
      </Plot>
      <details>
        <summary>Daily numbers</summary>
        <DayTable days={days} within={within} />
      </details>
    </div>
  );
}

const columns = ['accepted', 'delivered', 'bounced', 'complained', 'opened', 'clicked'] as const;

/** The counts of a day. Complaints, opens, and clicks are rare, so they are left out when there are none. */
const tipOf = (day: Day): string[] =>
  columns.flatMap((name, i) => {
    const n = day[name] ?? 0;
    return n > 0 || i < 3 ? [`${numberText(n)} ${name}`] : [];
  });

const nameOf = (column: string) => `${column.slice(0, 1).toUpperCase()}${column.slice(1)}`;

function DayTable({ days, within }: { days: readonly Day[]; within: Within }): Html {
  const shown = columns.filter((name) => days[0]?.[name] !== undefined);
  return (
    <Table
      caption="Recipients by day"
      heads={['Day', ...shown.map(nameOf)]}
      numeric={shown.map(nameOf)}
      rows={days.toReversed().map((day) => {
        const of = { ...within, since: day.date, until: day.date };
        return [day.date, ...shown.map((name) => toEmails(name, day[name] ?? 0, of))];
      })}
    />
  );
}

/**
 * A rate by day, as a share of delivered recipients. For bounces, a share of delivered and bounced
 * recipients.
 */
export type RateOfDays = {
  name: string;
  /** What is counted. */
  word: 'bounced' | 'complained' | 'opened' | 'clicked';
  /** The rate over all days, as shown. */
  overall: Child;
  limit?: number;
};

/** Ends of the axis of a rate. */
const rateTops = [0.004, 0.01, 0.02, 0.04, 0.06, 0.1, 0.2, 0.4, 0.6, 1];

/** A rate by day as a line, with its limit. Days without a total have no point. */
export function RateChart({ rate, days }: { rate: RateOfDays; days: readonly Day[] }): Html {
  const { name, word, overall, limit } = rate;
  const part = (day: Day) => day[word] ?? 0;
  const total = ({ delivered, bounced }: Day) => (word === 'bounced' ? delivered + bounced : delivered);
  const rates = days.map((day) => (total(day) > 0 ? part(day) / total(day) : null));
  const most = Math.max(0, ...rates.map((one) => one ?? 0));
  const top = rateTops.find((one) => one >= Math.max(most, (limit ?? 0) * 1.1)) ?? Math.max(1, most);
  const y = (one: number) => height * Math.max(0, 1 - one / top);
  const text = `Highest day: ${percent(most)}.${limit === undefined ? '' : ` The limit is ${percent(limit)}.`}`;
  return (
    <div class="card plot rate">
      <h2>
        {name} <span>{overall}</span>
      </h2>
      <Plot
        id={word}
        title={`${name} by day`}
        text={text}
        foot={limit === undefined ? false : <span class="dashed">Limit {shortPercent(limit)}</span>}
        axis={[shortPercent(top), shortPercent(top / 2), '0']}
        days={days}
        tip={(day) => [
          total(day) > 0
            ? `${percent(part(day) / total(day))}, ${numberText(part(day))} of ${numberText(total(day))} ${word}`
            : 'No results',
        ]}
      >
        <Line rates={rates} y={y} />
        {limit === undefined ? nothing : <path class="limit" d={`M 0 ${y(limit).toFixed(1)} H ${width}`} />}
      </Plot>
    </div>
  );
}

/** A point without neighbors is a dot. */
function Line({ rates, y }: { rates: (number | null)[]; y: (rate: number) => number }): Html {
  const step = width / rates.length;
  const runs: string[][] = [[]];
  for (const [i, rate] of rates.entries()) {
    if (rate === null) runs.push([]);
    else runs.at(-1)?.push(`${((i + 0.5) * step).toFixed(1)} ${y(rate).toFixed(1)}`);
  }
  const shown = runs.filter((run) => run.length > 0);
  const xOf = (point = '') => point.split(' ')[0];
  const areas = shown.map(
    (run) => `M${xOf(run[0])} ${height}L${run.join('L')}L${xOf(run.at(-1))} ${height}z`,
  );
  const [dots, lines] = [
    shown.filter(({ length }) => length === 1),
    shown.filter(({ length }) => length > 1),
  ];
  return (
    <>
      <path class="under" d={areas.join('')} />
      <path class="line" d={lines.map((run) => `M${run.join('L')}`).join('')} />
      <path class="line dot" d={dots.map((run) => `M${run[0]}h0`).join('')} />
    </>
  );
}
