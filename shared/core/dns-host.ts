import { isBranded } from './brand.ts';

export const dnsProviders = ['cloudflare', 'route53', 'digitalocean'] as const;
export type DnsProvider = (typeof dnsProviders)[number];

/** The credentials that a DNS host asks for: a token, or an access key of AWS. */
export type HostCredentials =
  | { api_token: string }
  | { access_key_id: string; secret_access_key: string; session_token?: string | undefined };

export type HostRecordType = 'TXT' | 'CNAME' | 'MX' | 'A' | 'AAAA';

/** One value at a name: the strings of a TXT joined, names without a final dot, an MX as `10 mx.example.com`. */
export type HostRecord = {
  type: HostRecordType;
  value: string;
  /** The host's id of it, where it has ids for values. */
  id: string | null;
  /** The reason why it does not count and cannot be changed: proxied, an alias, a routing policy. null: none. */
  locked: string | null;
};

/** A value to add at a name, or to put in the place of another one. */
export type HostChange = {
  host: string;
  type: 'TXT' | 'CNAME' | 'MX';
  value: string;
  replaces: HostRecord | null;
};

export type HostResult = { result: 'written' | 'unchanged' } | { result: 'failed'; message: string };

/** One zone at its DNS host, opened with credentials that the host has accepted. */
export type HostZone = {
  /** The records at a name, of every type that may be in the way. Throws `HostError`. */
  at: (name: string) => Promise<HostRecord[]>;
  /** Adds and replaces values and removes none; a result for each. Throws nothing. */
  write: (changes: HostChange[]) => Promise<HostResult[]>;
};

export type DnsHosts = {
  /**
   * Opens the zone `names[0]`, else `names[1]`, and so on. `servers` are the name servers that DNS has for it, null
   * where they are not to be compared. Throws `HostError`.
   */
  open: (
    provider: DnsProvider,
    credentials: HostCredentials,
    zone: { names: string[]; servers: string[] | null },
  ) => Promise<HostZone>;
};

type HostFault = 'auth' | 'down' | 'rate_limited' | 'zone_not_found' | 'exists' | 'refused';

const brand = Symbol.for('mailwright.HostError');

/** The refusal of a DNS host; `message` holds no credentials. */
export class HostError extends Error {
  readonly [brand] = true;
  readonly fault: HostFault;
  constructor(fault: HostFault, message: string) {
    super(message);
    this.name = 'HostError';
    this.fault = fault;
  }
}

export const isHostError = (error: unknown): error is HostError => isBranded(error, brand);

/** A record's message for a fault that came while it was written. */
export function failedBy(error: unknown): { result: 'failed'; message: string } {
  const fault = isHostError(error) ? error.fault : 'down';
  const messages: Partial<Record<HostFault, string>> = {
    auth: 'the credentials are not allowed to change records in this zone',
    down: 'the DNS host did not answer, try again',
    rate_limited: 'rate limited, try again',
  };
  return { result: 'failed', message: messages[fault] ?? (error as Error).message };
}

/** TXT text in quoted strings of at most 255 bytes (RFC 1035 section 3.3). */
export const quotedText = (text: string): string =>
  (text.match(/.{1,255}/gs) ?? ['']).map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');

/** An open quote takes the rest. A search from each later quote is quadratic. */
const quotedString = /"((?:[^"\\]|\\.)*)("|\\?$)/gs;

/** The text of quoted strings, or of one that a host gives without quotes. */
export function unquotedText(value: string): string {
  const strings = [...value.matchAll(quotedString)].flatMap(([, text = '', end]) =>
    end === '"' ? [text] : [],
  );
  if (strings.length === 0) return value;
  const read = (text: string) =>
    text.replace(/\\(\d{3}|.)/gs, (_all, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code,
    );
  return strings.map(read).join('');
}

export const plainHost = (name: string): string => name.toLowerCase().replace(/\.$/, '');
