import type { Caller } from '../context.ts';

/** The `source` of what a caller makes (D17). */
export const sourceOf = ({ actor }: Caller): 'api' | 'dashboard' =>
  actor.kind === 'session' ? 'dashboard' : 'api';
