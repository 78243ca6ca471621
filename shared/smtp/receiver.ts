import { tmpdir } from 'node:os';
import type { Base } from '../domain/context.ts';
import { inboundDomains } from '../domain/receiving/inbound-domain.ts';
import type { Door } from './conversation.ts';
import { createGuard, windows } from './guard.ts';
import { createListener, type Session } from './listener.ts';
import { createTurns } from './reader.ts';
import {
  type ReceiverLimits,
  type ReceiverOptions,
  type ReceiverPorts,
  type ReceiverState,
  receiverAddressLimits,
  receiverLimits,
} from './receiver-options.ts';
import { receiverDoor } from './receiver-session.ts';
import type { RelayEvent } from './relay-options.ts';
import { replies } from './replies.ts';
import type { Reply } from './reply.ts';
import type { Certificate } from './self-signed.ts';

const minute_ms = 60_000;
const handshake_ms = 30_000;

/** The large messages that are in memory at once (R61). */
const largeAtOnce = 2;

type StartOptions = {
  /** The host name in the greeting and in `Received`. */
  host: string;
  certificate: Certificate;
  /** 0: a free one. */
  port: number;
  /** null: all. */
  address: string | null;
  /** The folder of large messages while they arrive; by default the system's temporary folder. */
  folder?: string;
  limits?: Partial<ReceiverLimits>;
  addressLimits?: typeof receiverAddressLimits;
  note?: (event: RelayEvent) => void;
};

type Receiver = {
  port: number;
  sessions: () => number;
  useCertificate: (certificate: Certificate) => void;
  /** Ends as R67 says; resolves when no session is left, or after `patience_ms`. */
  drain: (patience_ms: number) => Promise<void>;
  cut: () => void;
};

const forTls = ({ certificate, private_key }: Certificate) => ({ cert: certificate, key: private_key });

/** The sessions of the receiver: which are admitted, and how they end. */
function createReceiver(ctx: ReceiverPorts, options: ReceiverOptions) {
  const { guard, limits } = options;
  const open = new Map<Session, { state: ReceiverState }>();
  let draining = false;
  let crowded = false;
  /** While many connections are open, silent ones end earlier. */
  const adjust = () => {
    if (crowded === open.size > limits.many) return;
    crowded = !crowded;
    for (const session of open.keys()) session.setIdle(crowded ? limits.busy_idle_ms : limits.idle_ms);
  };
  const admit = (session: Session): Reply | null => {
    const often = guard.arrived(session.address);
    if (draining) return replies.shuttingDown;
    if (often) return replies.manyOfAddress;
    return open.size >= limits.connections ? replies.manyConnections : null;
  };
  return {
    open: (session: Session): Door | Reply => {
      const refusal = admit(session);
      if (refusal !== null) {
        guard.left(session.address);
        return refusal;
      }
      const closed = () => {
        open.delete(session);
        guard.left(session.address);
        adjust();
      };
      const door = receiverDoor(ctx, options, session, { draining: () => draining, closed });
      open.set(session, door);
      adjust();
      if (crowded) session.setIdle(limits.busy_idle_ms);
      return door;
    },
    drain: () => {
      draining = true;
      for (const [session, { state }] of open)
        if (state.transaction === null) session.end(replies.shuttingDown);
    },
    sessions: () => open.size,
  };
}

/** The receiver's listener; a port that cannot be bound rejects (R61). */
export async function startReceiver(ctx: ReceiverPorts & Base, options: StartOptions): Promise<Receiver> {
  const { host, certificate, port, address, folder = tmpdir(), note = () => {} } = options;
  const { now, sleep } = ctx.runtime;
  const limits = { ...receiverLimits, ...options.limits };
  const byAddress = options.addressLimits ?? receiverAddressLimits;
  const receiver = createReceiver(ctx, {
    host,
    limits,
    note,
    folder,
    find: inboundDomains(ctx),
    guard: createGuard(now, byAddress),
    rates: windows(now, minute_ms),
    inTurn: createTurns(largeAtOnce),
  });
  const listener = createListener({
    host,
    implicit: false,
    certificate: forTls(certificate),
    open: receiver.open,
    idle_ms: limits.idle_ms,
    greeting_ms: limits.greeting_ms,
    handshake_ms,
    handshakes_at_once: byAddress.at_once,
    onError: (error) =>
      ctx.log.info('smtp_connection_error', { cause: (error as NodeJS.ErrnoException).code ?? error.name }),
  });
  const bound = await listener.listen(port, address ?? undefined);
  return {
    port: bound,
    sessions: receiver.sessions,
    useCertificate: (next) => listener.useCertificate(forTls(next)),
    drain: async (patience_ms) => {
      listener.stop();
      receiver.drain();
      const until = now() + patience_ms;
      while (receiver.sessions() > 0 && now() < until) await sleep(50);
      listener.cut();
    },
    cut: listener.cut,
  };
}
