import type { Child, Html } from '../../../../shared/http/html.ts';

/** Most steps that the drawing shows without scrolling. */
export const unscrolled = 8;

/**
 * A link to a step's form. On a phone it scrolls to the form, which is below the drawing there. In a long drawing,
 * it scrolls to the step.
 */
export const stepLink = (path: string, at: number, count: number): string =>
  `${path}?step=${at < 0 ? 'trigger' : at + 1}#${at >= 0 && count > unscrolled ? `flow-${at}` : 'edit'}`;

/** The drawing on the left, and what was chosen in it on the right. */
export const Builder = ({ flow, children }: { flow: Html; children: Child }): Html => (
  <div class="builder" id="builder">
    <div class="builder-flow">{flow}</div>
    <div class="builder-panel">
      <span id="edit"></span>
      {children}
    </div>
  </div>
);
