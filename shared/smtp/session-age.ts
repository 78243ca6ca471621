import type { Session } from './listener.ts';
import { replies } from './replies.ts';

/** `deciding` is true between a message's final dot and its reply. */
type Watched = { transaction: unknown; deciding: boolean };

/**
 * Ends a session that is too old (table "Limits"): with 421 between transactions, and without a reply if a
 * transaction doesn't end. Uses timers, because a client that never completes a command keeps the socket
 * busy, and no other check runs. Returns a function that stops the timers.
 */
export function limitAge(
  session: Session,
  state: Watched,
  { session_ms, data_ms }: { session_ms: number; data_ms: number },
): () => void {
  const old = (): void => {
    if (state.transaction === null) session.end(replies.sessionOld);
  };
  const late = (): void => {
    if (!state.deciding) session.cut();
  };
  const timers = [setTimeout(old, session_ms).unref(), setTimeout(late, session_ms + data_ms).unref()];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
