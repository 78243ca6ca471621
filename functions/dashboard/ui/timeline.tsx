import type { Child, Html } from '../../../shared/http/html.ts';
import type { IconName } from '../assets/icons.ts';
import { time } from '../parts/parts.tsx';
import { Icon } from './elements.tsx';

export type TimelineEntry = {
  icon: IconName;
  /** Its color, besides the icon: `good`, `wait`, `warn`, or `bad`. */
  tone?: 'good' | 'wait' | 'warn' | 'bad' | undefined;
  title: Child;
  at: string;
  /** Who or what it is about, next to the title. */
  about?: Child;
  detail?: Child;
  /** Many entries of one kind in a row are folded. */
  kind?: string;
};

/** A longer run of one kind is folded, except for its first and last entry. */
const maxRun = 4;

/** Consecutive entries of one kind. */
function runsOf(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const runs: TimelineEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run && entry.kind !== undefined && run[0]?.kind === entry.kind) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** What happened, in order, each with an icon and its time to the second. */
export const Timeline = ({ entries }: { entries: TimelineEntry[] }): Html => (
  <ol class="timeline" aria-label="Events, oldest first">
    {runsOf(entries).map((run) => (run.length > maxRun ? <Folded run={run} /> : run.map(itemOf)))}
  </ol>
);

const Folded = ({ run }: { run: TimelineEntry[] }): Html => (
  <>
    {run.slice(0, 1).map(itemOf)}
    <li>
      <details>
        <summary>{run.length - 2} more</summary>
        <ol class="timeline">{run.slice(1, -1).map(itemOf)}</ol>
      </details>
    </li>
    {run.slice(-1).map(itemOf)}
  </>
);

const itemOf = ({ icon, tone, title, at, about, detail }: TimelineEntry): Html => (
  <li>
    <span class={`mark ${tone ?? ''}`}>
      <Icon name={icon} />
    </span>
    <div>
      <p>
        <strong>{title}</strong>
        {about}
      </p>
      {time(at)}
      {detail}
    </div>
  </li>
);
