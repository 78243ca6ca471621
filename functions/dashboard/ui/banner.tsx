import type { Child, Html } from '../../../shared/http/html.ts';
import type { IconName } from '../assets/icons.ts';
import { Icon } from './icon.tsx';

const icons = { good: 'check', wait: 'clock', warn: 'alert', bad: 'alert' } as const satisfies Record<
  string,
  IconName
>;

type BannerContent = { tone: keyof typeof icons; title: Child; children?: Child };

/** An object's state in one sentence at the top of its page, with the next step. */
export const Banner = ({ tone, title, children }: BannerContent): Html => (
  <section class={`banner ${tone}`} aria-label="Next step">
    <Icon name={icons[tone]} />
    <div>
      <p class="title">{title}</p>
      {children}
    </div>
  </section>
);
