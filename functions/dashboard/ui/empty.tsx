import type { Child, Html } from '../../../shared/http/html.ts';

/** The text in place of objects that do not exist yet, with the one next step. */
export const Empty = ({ text, children }: { text: Child; children?: Child }): Html => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
);
