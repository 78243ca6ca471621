import type { Runtime } from '../core/runtime.ts';
import type { Door } from './conversation.ts';
import type { Guard } from './guard.ts';
import type { Listener, Session } from './listener.ts';
import { replies } from './replies.ts';
import type { Reply } from './reply.ts';
import type { Certificate } from './self-signed.ts';

/** A session's handlers. Draining doesn't end a session during a transaction. */
export type OpenDoor = Door & { state: { transaction: object | null } };

export type AdmissionHooks = { draining: () => boolean; closed: () => void };

type AdmissionOptions = {
  guard: Guard;
  limits: { connections: number };
  /** Called when a session enters or leaves. */
  changed?: (open: ReadonlyMap<Session, OpenDoor>) => void;
  /** Whether closed sessions left unfinished work. */
  isBusy?: () => boolean;
};

/** The listeners and open sessions of a process: which sessions are admitted, and how they end. */
export function createAdmission({ now, sleep }: Runtime, options: AdmissionOptions) {
  const { guard, limits, changed = () => {}, isBusy = () => false } = options;
  const listeners: Listener[] = [];
  const open = new Map<Session, OpenDoor>();
  let draining = false;
  const admit = (session: Session): Reply | null => {
    const often = guard.arrived(session.address);
    if (draining) return replies.shuttingDown;
    if (often) return replies.manyOfAddress;
    return open.size >= limits.connections ? replies.manyConnections : null;
  };
  return {
    /** Returns the port. Port 0 picks a free one. A null `address` means all addresses. */
    listen: (listener: Listener, port: number, address: string | null): Promise<number> => {
      listeners.push(listener);
      return listener.listen(port, address ?? undefined);
    },
    useCertificate: (next: Certificate): void => {
      for (const listener of listeners) listener.useCertificate(next);
    },
    /** The session's `Door`, or the reply that rejects it. */
    enter: (session: Session, doorOf: (hooks: AdmissionHooks) => OpenDoor): Door | Reply => {
      const refusal = admit(session);
      if (refusal !== null) {
        guard.left(session.address);
        return refusal;
      }
      const closed = () => {
        open.delete(session);
        guard.left(session.address);
        changed(open);
      };
      const door = doorOf({ draining: () => draining, closed });
      open.set(session, door);
      changed(open);
      return door;
    },
    sessions: () => open.size,
    /**
     * Rejects new sessions and transactions. Sessions without a transaction end within a second. Resolves
     * when all sessions and their work are done, or after `patience_ms`.
     */
    drain: async (patience_ms: number): Promise<void> => {
      for (const listener of listeners) listener.stop();
      draining = true;
      for (const [session, { state }] of open)
        if (state.transaction === null) session.end(replies.shuttingDown);
      const until = now() + patience_ms;
      while ((open.size > 0 || isBusy()) && now() < until) await sleep(50);
      for (const listener of listeners) listener.cut();
    },
  };
}

/** The members that the task uses. */
export type Running = Pick<ReturnType<typeof createAdmission>, 'sessions' | 'useCertificate' | 'drain'>;
