import type { Child, Html } from '../../../shared/http/html.ts';

/** The text shown before any objects exist, with one next step. */
export const Empty = ({ text, children }: { text: Child; children?: Child }): Html => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
);
