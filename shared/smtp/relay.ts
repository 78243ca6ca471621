import { rateBuckets } from '../domain/limits/rate.ts';
import type { Door } from './conversation.ts';
import type { Session } from './listener.ts';
import type { RelayOptions, RelayPorts, State } from './relay-options.ts';
import { relayDoor } from './relay-session.ts';
import { replies } from './replies.ts';
import type { Reply } from './reply.ts';

type Relay = {
  open: (session: Session) => Door | Reply;
  /** Refuses new sessions and transactions; sessions without a transaction end within a second (R67). */
  drain: () => void;
  sessions: () => number;
  /** Whether no session is open, and what they left to be written is written. */
  isIdle: () => boolean;
};

/** The relay of a process: admits sessions, and ends them. */
export function createRelay(ctx: RelayPorts, options: RelayOptions): Relay {
  const takeToken = rateBuckets(ctx);
  const { guard, limits } = options;
  const open = new Map<Session, { state: State }>();
  const unfinished = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    unfinished.add(work);
    void work.finally(() => unfinished.delete(work));
  };
  let draining = false;
  return {
    open: (session) => {
      const crowded = guard.arrived(session.address);
      const refuse = (refusal: Reply) => {
        guard.left(session.address);
        return refusal;
      };
      if (draining) return refuse(replies.shuttingDown);
      if (crowded) return refuse(replies.manyOfAddress);
      if (open.size >= limits.connections) return refuse(replies.manyConnections);
      const closed = () => {
        open.delete(session);
        guard.left(session.address);
      };
      const door = relayDoor(ctx, options, session, {
        draining: () => draining,
        takeToken,
        background,
        closed,
      });
      open.set(session, door);
      return door;
    },
    drain: () => {
      draining = true;
      for (const [session, { state }] of open)
        if (state.transaction === null) session.end(replies.shuttingDown);
    },
    sessions: () => open.size,
    isIdle: () => open.size === 0 && unfinished.size === 0,
  };
}
