import type { Html } from '../../../shared/http/html.ts';
import type { IconName } from '../assets/icons.ts';

/** A decorative icon, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }): Html => (
  <i class={`icon i-${name}`} aria-hidden="true"></i>
);
