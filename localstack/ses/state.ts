import type { ConfigurationSets } from './configuration-sets.ts';
import type { Control } from './control.ts';
import type { Feed } from './feed.ts';
import type { Identities } from './identities.ts';
import type { MessageLog } from './messages.ts';
import type { Publisher } from './publisher.ts';
import type { Receiving } from './receiving.ts';
import type { Tenants } from './tenants.ts';

/** One SES account in one region, shared by both protocols and the control API. */
export type Ses = {
  region: string;
  account_id: string;
  now: () => number;
  control: Control;
  startControl: Control;
  throttle: (recipients: number) => void;
  identities: Identities;
  sets: ConfigurationSets;
  /** The account's own suppression list, by address. The product's mail neither reads nor fills it. */
  suppressed: Map<string, { EmailAddress: string; Reason: string; LastUpdateTime: number }>;
  tenants: Tenants;
  /** The request for production access, as `GetAccount` shows it. */
  details: Record<string, unknown> | undefined;
  messages: MessageLog;
  publisher: Publisher;
  feed: Feed | undefined;
  receiving: Receiving;
  /** The port for incoming mail, or 0 before it listens. */
  smtp_port: number;
  /** Accepted recipients and throttled calls. */
  sent: { total: number; throttled: number };
};

type Call = {
  /** The decoded path variables, in order. */
  names: string[];
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any SES call; each handler reads what it knows.
  body: any;
};

/** `METHOD /path`, with `*` for each variable. Paths are below /v2/email. */
export type Routes = Record<string, (ses: Ses, call: Call) => Promise<unknown> | unknown>;
