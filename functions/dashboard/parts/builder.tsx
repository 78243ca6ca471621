import type { Child, Html } from '../../../shared/http/html.ts';

/** Most steps that the drawing shows without scrolling. */
const unscrolled = 8;

/** A link to a step's form. In a long drawing, it also scrolls to the step. */
export const stepLink = (path: string, at: number, count: number): string =>
  at < 0 ? `${path}?step=trigger` : `${path}?step=${at + 1}${count > unscrolled ? `#flow-${at}` : ''}`;

/** The drawing on the left, and what was chosen in it on the right. */
export const Builder = ({ flow, children }: { flow: Html; children: Child }): Html => (
  <div class="builder" id="builder">
    <div class="builder-flow">{flow}</div>
    <div class="builder-panel">{children}</div>
  </div>
);
