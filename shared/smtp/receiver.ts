import { tmpdir } from 'node:os';
import type { Base } from '../domain/context.ts';
import { inboundDomains } from '../domain/receiving/inbound-domain.ts';
import { createAdmission, type Running } from './admission.ts';
import { createDomainRates } from './domain-rates.ts';
import { createGuard } from './guard.ts';
import { createListener, type Session } from './listener.ts';
import { createTurns } from './reader.ts';
import {
  type ReceiverLimits,
  type ReceiverOptions,
  type ReceiverPorts,
  receiverAddressLimits,
  receiverLimits,
} from './receiver-options.ts';
import { receiverDoor } from './receiver-session.ts';
import type { RelayEvent } from './relay-options.ts';
import type { Certificate } from './self-signed.ts';

const handshake_ms = 30_000;

type StartOptions = {
  /** The host name in the greeting and in `Received`. */
  host: string;
  certificate: Certificate;
  /** 0 picks a free port. */
  port: number;
  /** Null means all addresses. */
  address: string | null;
  /** The folder for large messages while they arrive. Defaults to the system's temporary folder. */
  folder?: string;
  limits?: Partial<ReceiverLimits>;
  addressLimits?: typeof receiverAddressLimits;
  note?: (event: RelayEvent) => void;
};

type Receiver = Running & { port: number };

/** The receiver's sessions. While many are open, silent sessions end earlier. */
function createReceiver(ctx: ReceiverPorts, options: ReceiverOptions) {
  const { guard, limits } = options;
  let crowded = false;
  const admission = createAdmission(ctx.runtime, {
    guard,
    limits,
    changed: (open) => {
      if (crowded === open.size > limits.many) return;
      crowded = !crowded;
      for (const session of open.keys()) session.setIdle(crowded ? limits.busy_idle_ms : limits.idle_ms);
    },
  });
  return {
    ...admission,
    open: (session: Session) =>
      admission.enter(session, (hooks) => {
        if (crowded) session.setIdle(limits.busy_idle_ms);
        return receiverDoor(ctx, options, session, hooks);
      }),
  };
}

/** The receiver's listener. Rejects if the port can't be bound. */
export async function startReceiver(ctx: ReceiverPorts & Base, options: StartOptions): Promise<Receiver> {
  const { host, certificate, port, address, folder = tmpdir(), note = () => {} } = options;
  const { now } = ctx.runtime;
  const limits = { ...receiverLimits, ...options.limits };
  const byAddress = options.addressLimits ?? receiverAddressLimits;
  const receiver = createReceiver(ctx, {
    host,
    limits,
    note,
    folder,
    find: inboundDomains(ctx),
    guard: createGuard(now, byAddress),
    rates: createDomainRates(now, limits.domain_messages_per_minute),
    inTurn: createTurns(),
  });
  const listener = createListener({
    host,
    implicit: false,
    certificate,
    open: receiver.open,
    idle_ms: limits.idle_ms,
    greeting_ms: limits.greeting_ms,
    handshake_ms,
    handshakes_at_once: byAddress.at_once,
    log: ctx.log,
  });
  return { ...receiver, port: await receiver.listen(listener, port, address) };
}
