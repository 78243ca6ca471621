import type { Html } from '../../../shared/http/html.ts';

export type ButtonKind = 'usual' | 'quiet' | 'danger';

/** Submits its form. */
export const Button = ({ label, kind = 'usual' }: { label: string; kind?: ButtonKind }): Html => (
  <button type="submit" class={kind === 'usual' ? undefined : kind}>
    {label}
  </button>
);
