import type { Child, Html } from '../../../shared/http/html.ts';
import type { IconName } from '../assets/icons.ts';
import { time } from '../parts/parts.ts';
import { Icon } from './icon.tsx';

export type TimelineEntry = {
  icon: IconName;
  /** Its color, besides the icon: `good`, `wait`, `warn`, or `bad`. */
  tone?: 'good' | 'wait' | 'warn' | 'bad' | undefined;
  title: Child;
  at: string;
  /** Who or what it is about, next to the title. */
  about?: Child;
  detail?: Child;
};

/** What happened, in order, each with an icon and its time to the second. */
export const Timeline = ({ label, entries }: { label: string; entries: TimelineEntry[] }): Html => (
  <ol class="timeline" aria-label={label}>
    {entries.map(({ icon, tone, title, at, about, detail }) => (
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
    ))}
  </ol>
);
