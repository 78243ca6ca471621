import { tmpdir } from 'node:os';
import type { Base } from '../domain/context.ts';
import { rateBuckets } from '../domain/limits/rate.ts';
import { createAdmission, type Running } from './admission.ts';
import { greeting_ms } from './conversation.ts';
import { createGuard } from './guard.ts';
import { createListener, type Listener, type Session } from './listener.ts';
import { createReader, createTurns } from './reader.ts';
import {
  type RelayEvent,
  type RelayLimits,
  type RelayOptions,
  type RelayPorts,
  relayLimits,
} from './relay-options.ts';
import { relayDoor } from './relay-session.ts';
import type { Certificate } from './self-signed.ts';

/** Connections per address: concurrent, and new per minute (table "Limits"). */
const addressLimits = { at_once: 50, per_minute: 600 };

const idle_ms = 300_000;
const handshake_ms = 30_000;

type ServiceOptions = {
  host: string;
  certificate: Certificate;
  /** 0 picks a free port. */
  ports: { starttls: number; implicit: number };
  /** Null means all addresses. */
  address: string | null;
  /** The file of the thread that reads large messages. */
  thread: string | URL;
  limits?: Partial<RelayLimits>;
  addresses?: Partial<typeof addressLimits>;
  times?: { idle_ms?: number; handshake_ms?: number; greeting_ms?: number };
  note?: (event: RelayEvent) => void;
};

type Service = Running & { ports: { starttls: number; implicit: number } };

/** The relay's sessions. The task waits for work that a closed session leaves behind. */
function createRelay(ctx: RelayPorts, options: RelayOptions) {
  const { guard, limits } = options;
  const takeToken = rateBuckets(ctx);
  const unfinished = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    unfinished.add(work);
    void work.finally(() => unfinished.delete(work));
  };
  const admission = createAdmission(ctx.runtime, { guard, limits, isBusy: () => unfinished.size > 0 });
  return {
    ...admission,
    open: (session: Session) =>
      admission.enter(session, (hooks) =>
        relayDoor(ctx, options, session, { ...hooks, takeToken, background }),
      ),
  };
}

/** The relay's two listeners. Rejects if a port can't be bound. */
export async function startService(ctx: RelayPorts & Base, options: ServiceOptions): Promise<Service> {
  const { host, certificate, ports, address, thread, note = () => {} } = options;
  const byAddress = { ...addressLimits, ...options.addresses };
  const times = { idle_ms, handshake_ms, greeting_ms, ...options.times };
  const relay = createRelay(ctx, {
    host,
    note,
    folder: tmpdir(),
    guard: createGuard(ctx.runtime.now, byAddress),
    limits: { ...relayLimits, ...options.limits },
    read: createReader(thread),
    inTurn: createTurns(),
  });
  const listenerOf = (implicit: boolean): Listener =>
    createListener({
      host,
      implicit,
      certificate,
      open: relay.open,
      ...times,
      handshakes_at_once: byAddress.at_once,
      log: ctx.log,
    });
  const [starttls, implicit] = await Promise.all([
    relay.listen(listenerOf(false), ports.starttls, address),
    relay.listen(listenerOf(true), ports.implicit, address),
  ]);
  return { ...relay, ports: { starttls, implicit } };
}
