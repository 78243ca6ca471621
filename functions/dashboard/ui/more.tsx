import type { Child, Html } from '../../../shared/http/html.ts';
import { Icon } from './icon.tsx';

/** The actions that a page needs rarely, in a menu. */
export const More = ({ children }: { children: Child }): Html => (
  <details class="more menu">
    <summary>
      More
      <Icon name="down" />
    </summary>
    <div class="panel">{children}</div>
  </details>
);
