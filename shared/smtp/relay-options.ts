import type { Base, Caller, Identity, Lists, Rates, Sending, SmtpCredentials } from '../domain/context.ts';
import type { rateBuckets } from '../domain/limits/rate.ts';
import type { RelayedMessage } from '../domain/sending/read-message.ts';
import type { Blocked } from '../domain/suppressions/blocked.ts';
import type { AdmissionHooks } from './admission.ts';
import type { Guard } from './guard.ts';

export type RelayPorts = Base & Sending & Identity & SmtpCredentials & Rates & Lists;

/** Milliseconds and counts of the table "Limits". Tests make them smaller. */
export const relayLimits = {
  login_ms: 60_000,
  data_ms: 600_000,
  session_ms: 3_600_000,
  failed_login_ms: 1_000,
  connections: 1_500,
  account_connections: 200,
  messages: 1_000,
};
export type RelayLimits = typeof relayLimits;

/** The outcomes that health and metrics count. */
export type RelayEvent =
  | { type: 'accepted'; bytes: number }
  | { type: 'refused'; code: string }
  | { type: 'auth_failed' };

/** Options for the sessions of the relay and of the receiver. */
export type PortOptions = {
  /** The host name in the greeting and in `Received`. */
  host: string;
  guard: Guard;
  /** The folder for large messages while they arrive. */
  folder: string;
  /** Runs work that keeps a large message in memory, a few at a time. */
  inTurn: <T>(bytes: number, run: () => Promise<T>) => Promise<T>;
  note: (event: RelayEvent) => void;
};

export type RelayOptions = PortOptions & {
  limits: RelayLimits;
  /** Reads a message, in another thread if it is large. */
  read: (message: Buffer) => Promise<RelayedMessage>;
};

export type Transaction = {
  /** The logged-in caller, as read at MAIL. */
  caller: Caller;
  from: string;
  utf8: boolean;
  recipients: Map<string, string>;
  refused: Map<string, Blocked>;
  /** Recipients whose lists couldn't be read (454), up to 50. */
  deferred: Set<string>;
};

export type Hooks = AdmissionHooks & {
  takeToken: ReturnType<typeof rateBuckets>;
  /** Work after a reply. The task waits for this work before it ends. */
  background: (work: Promise<void>) => void;
};
