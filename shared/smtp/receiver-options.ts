import type { Id } from '../core/runtime.ts';
import type { Base, Domains, Identity, Inbound, InboundRules, ReceiveQueueing } from '../domain/context.ts';
import type { InboundDomain } from '../domain/receiving/inbound-domain.ts';
import { greeting_ms } from './conversation.ts';
import type { createDomainRates } from './domain-rates.ts';
import type { PortOptions } from './relay-options.ts';

/** The receiver's ports. It can't send, so it never relays and never answers by mail. */
export type ReceiverPorts = Base & Domains & Identity & Inbound & InboundRules & ReceiveQueueing;

/** Milliseconds and counts of the table "Limits". Tests make them smaller. */
export const receiverLimits = {
  data_ms: 600_000,
  session_ms: 3_600_000,
  idle_ms: 300_000,
  greeting_ms,
  /** The idle time while more than `many` connections are open. */
  busy_idle_ms: 30_000,
  many: 2_000,
  connections: 2_500,
  messages: 100,
  unknown_delay_ms: 1_000,
  domain_messages_per_minute: 600,
};
export type ReceiverLimits = typeof receiverLimits;

/** Connections per address: concurrent, and new per minute (table "Limits"). */
export const receiverAddressLimits = { at_once: 20, per_minute: 300 };

export type ReceiverOptions = PortOptions & {
  limits: ReceiverLimits;
  find: (domain: string) => Promise<InboundDomain>;
  /** Messages by domain and network. */
  rates: ReturnType<typeof createDomainRates>;
};

type Recipient = {
  address: string;
  domain: string;
  domain_id: Id<'dom'>;
  account: Id<'acc'>;
  tenant: Id<'ten'> | null;
};

export type Transaction = { from: string; utf8: boolean; recipients: Map<string, Recipient> };
