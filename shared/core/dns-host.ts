import { isBranded } from './brand.ts';

export const dnsProviders = ['cloudflare', 'route53', 'digitalocean'] as const;
export type DnsProvider = (typeof dnsProviders)[number];

/** A DNS host's credentials: a token or an AWS access key. */
export type HostCredentials =
  | { api_token: string }
  | { access_key_id: string; secret_access_key: string; session_token?: string | undefined };

export type HostRecordType = 'TXT' | 'CNAME' | 'MX' | 'A' | 'AAAA';

/** One value at a name. TXT strings are joined, names have no final dot, and an MX reads `10 mx.example.com`. */
export type HostRecord = {
  type: HostRecordType;
  value: string;
  /** The host's own id for the value, if it has one. */
  id: string | null;
  /**
   * Why the value isn't detected and can't be changed: proxied, an alias, or a routing policy. Null if not
   * locked.
   */
  locked: string | null;
};

/** A value to add at a name, or the replacement of a value there. */
export type HostChange = {
  host: string;
  type: 'TXT' | 'CNAME' | 'MX';
  value: string;
  replaces: HostRecord | null;
};

export type HostResult = { result: 'written' | 'unchanged' } | { result: 'failed'; message: string };

/** One zone at its DNS host, opened with accepted credentials. */
export type HostZone = {
  /** The records at a name, of every type that may conflict. Throws `HostError`. */
  at: (name: string) => Promise<HostRecord[]>;
  /** Adds and replaces values, never deletes any. Returns one result per change and never throws. */
  write: (changes: HostChange[]) => Promise<HostResult[]>;
};

export type DnsHosts = {
  /**
   * Opens the first zone of `names` that the host has. `servers` are its name servers in DNS, or null to skip
   * comparing them. Throws `HostError`.
   */
  open: (
    provider: DnsProvider,
    credentials: HostCredentials,
    zone: { names: string[]; servers: string[] | null },
  ) => Promise<HostZone>;
};

type HostFault = 'auth' | 'down' | 'rate_limited' | 'zone_not_found' | 'exists' | 'refused';

const brand = Symbol.for('mailwright.HostError');

/** A DNS host's refusal. `message` never includes credentials. */
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

/** The result for a record that couldn't be written because of `error`. */
export function failedBy(error: unknown): { result: 'failed'; message: string } {
  const fault = isHostError(error) ? error.fault : 'down';
  const messages: Partial<Record<HostFault, string>> = {
    auth: 'the credentials are not allowed to change records in this zone',
    down: 'the DNS host did not answer. Try again.',
    rate_limited: 'rate limited. Try again.',
  };
  return { result: 'failed', message: messages[fault] ?? (error as Error).message };
}

/** TXT text in quoted strings of at most 255 bytes (RFC 1035 section 3.3). */
export const quotedText = (text: string): string =>
  (text.match(/.{1,255}/gs) ?? ['']).map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');

/**
 * An unclosed quote extends to the end of the text. Searching from each later quote would take quadratic
 * time.
 */
const quotedString = /"((?:[^"\\]|\\.)*)("|\\?$)/gs;

/** The texts of quoted strings, or of an unquoted value. */
export function unquotedStrings(value: string): string[] {
  const strings = [...value.matchAll(quotedString)].flatMap(([, text = '', end]) =>
    end === '"' ? [text] : [],
  );
  if (strings.length === 0) return [value];
  const read = (text: string) =>
    text.replace(/\\(\d{3}|.)/gs, (_all, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code,
    );
  return strings.map(read);
}

export const unquotedText = (value: string): string => unquotedStrings(value).join('');

export const plainHost = (name: string): string => name.toLowerCase().replace(/\.$/, '');
