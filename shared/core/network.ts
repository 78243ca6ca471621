import type { ImportProvider, ImportRegion } from './records/imports.ts';

export type Address = { address: string; family: 4 | 6 };

export type Resolver = {
  /**
   * IPv4 first; empty when the name has no address. Throws `LookupTimeout` after `timeout_ms`, or before when every server
   * stays silent.
   */
  resolve: (hostname: string, timeout_ms: number) => Promise<Address[]>;
};

export type DnsType = 'TXT' | 'CNAME' | 'MX' | 'NS' | 'SOA' | 'A' | 'AAAA';

/** Questions about the DNS records of a customer's domain, answered as its own name servers do now. */
export type Dns = {
  /**
   * The records at a name: the strings of a TXT joined, names in lower case without a final dot, an MX as
   * `10 mx.example.com`, an SOA as its primary server. Empty: no such name or record. null: no server answered in time.
   */
  ask: (type: DnsType, name: string) => Promise<string[] | null>;
  /** The same question to public resolvers, whose caches may hold an earlier state. */
  askResolvers: (type: DnsType, name: string) => Promise<string[] | null>;
  /** The zone that holds a name, with its name servers; null when no server answered or no zone holds it. */
  zoneOf: (name: string) => Promise<{ zone: string; servers: string[] } | null>;
};

/** The outcome of a request: an answer's status, or the phase that broke. */
export type PostResult =
  | { status_code: number; retry_after: string | null; body: string }
  | { error: 'timeout' | 'connect' | 'tls' | 'reset' | 'bad_response' };

export type WebhookClient = {
  /**
   * One request to `url`, a POST unless it says otherwise, connected to one of `addresses` and to nothing else;
   * `timeout_ms` runs to the end of the answer's header. It never follows a redirect, decompresses or throws.
   */
  post: (request: {
    url: URL;
    method?: 'POST' | 'PUT' | 'PATCH';
    addresses: Address[];
    headers: Record<string, string>;
    body: string;
    timeout_ms: number;
  }) => Promise<PostResult>;
};

/** The end of a sign-in at a provider: its answer is malformed, or it refuses, or a claim fails a check. `cause` is a code. */
export type OidcRefusal = { error: 'unavailable' | 'refused'; cause: string };

/** The provider that people sign in with. Never throws. */
export type OidcProvider = {
  /** The page on which a browser signs in. */
  authorization: (input: { state: string; nonce: string; verifier: string }) => Promise<URL | OidcRefusal>;
  /** The claims of the person who came back with the query `callback`, all checked: signature, issuer, audience, nonce, times. */
  redeem: (input: {
    callback: URLSearchParams;
    state: string;
    nonce: string;
    verifier: string;
  }) => Promise<{ claims: Record<string, unknown> } | OidcRefusal>;
};

/** The answer of a provider: an answer, or the reason why there is none. */
export type ProviderResponse =
  | { status: number; headers: Record<string, string | undefined>; body: Uint8Array }
  | { error: 'unavailable' | 'too_large' };

/** One GET of a provider; `path` with its query. */
export type ProviderRequest = {
  provider: ImportProvider;
  region: ImportRegion | null;
  path: string;
  headers: Record<string, string>;
  timeout_ms: number;
};

/** An answer whose body is read as it comes; it throws when the connection breaks, or at 256 MB. `close` ends it at once. */
export type ProviderStream = {
  status: number;
  headers: Record<string, string | undefined>;
  chunks: AsyncIterable<Buffer>;
  close: () => void;
};

/** Requests to the APIs of other providers, whose addresses only the deployment sets. */
export type ProviderRequests = {
  /** Reads at most 16 MB within `timeout_ms`. It follows no redirect, never throws, ends its connection. */
  get: (request: ProviderRequest) => Promise<ProviderResponse>;
  /** The same with a body of any size; `timeout_ms` runs to its end. */
  stream: (request: ProviderRequest) => Promise<ProviderStream | { error: 'unavailable' }>;
};
