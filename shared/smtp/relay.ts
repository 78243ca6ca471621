import { rateBuckets } from '../domain/limits/rate.ts';
import type { Door, Session } from './listener.ts';
import type { RelayOptions, RelayPorts, State } from './relay-options.ts';
import { relayDoor, shuttingDown } from './relay-session.ts';
import { closing, type Reply } from './reply.ts';

/** What the process does with all its sessions. */
type Relay = {
  open: (session: Session) => Door | Reply;
  /** No new session and transaction; sessions without one end within a second (R67). */
  drain: () => void;
  sessions: () => number;
};

/** The relay of a process: its doors, and their end. */
export function createRelay(ctx: RelayPorts, options: RelayOptions): Relay {
  const takeToken = rateBuckets(ctx);
  const { guard, limits } = options;
  const open = new Map<Session, { state: State }>();
  let draining = false;
  return {
    open: (session) => {
      const crowded = guard.arrived(session.address);
      const refuse = (text: string) => {
        guard.left(session.address);
        return closing(text);
      };
      if (draining) return refuse('4.3.2 Shutting down, try again');
      if (crowded) return refuse('4.7.0 Too many connections of this address');
      if (open.size >= limits.connections) return refuse('4.3.2 Too many connections, try again');
      const closed = () => {
        open.delete(session);
        guard.left(session.address);
      };
      const door = relayDoor(ctx, options, session, { draining: () => draining, takeToken, closed });
      open.set(session, door);
      return door;
    },
    drain: () => {
      draining = true;
      for (const [session, { state }] of open) if (state.transaction === null) session.end(shuttingDown());
    },
    sessions: () => open.size,
  };
}
