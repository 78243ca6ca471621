import type { Html } from '../../../shared/http/html.ts';
import type { IconName } from '../assets/icons.ts';

/** An icon next to words: screen readers skip it. */
export const Icon = ({ name }: { name: IconName }): Html => (
  <i class={`icon i-${name}`} aria-hidden="true"></i>
);
