import { type Html, markup } from '../../../shared/http/html.ts';

export type ButtonKind = 'usual' | 'quiet' | 'danger';

/** Submits its form. */
export const Button = ({ label, kind = 'usual' }: { label: string; kind?: ButtonKind }): Html => (
  <button type="submit" class={kind === 'usual' ? undefined : kind}>
    {label}
  </button>
);

/** Enter in a field presses a form's first button, so this one does what the main button does. */
export const FirstButton = ({ label, value }: { label: string; value: string }): Html =>
  markup`<button type="submit" class="unseen" name="do" value="${value}" tabindex="-1" aria-hidden="true">${label}</button>`;
