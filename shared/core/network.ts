import type { ImportProvider, ImportRegion } from './records/imports.ts';

export type Address = { address: string; family: 4 | 6 };

export type Resolver = {
  /**
   * IPv4 first. Empty when the name has no address. Throws `LookupTimeout` after `timeout_ms`, or sooner when
   * no server answers.
   */
  resolve: (hostname: string, timeout_ms: number) => Promise<Address[]>;
};

export type DnsType = 'TXT' | 'CNAME' | 'MX' | 'NS' | 'SOA' | 'A' | 'AAAA';

/** Looks up a customer's DNS records, mainly as their own name servers answer now. */
export type Dns = {
  /**
   * Queries the domain's own name servers. TXT strings are joined, names are lower case without a final dot,
   * an MX reads `10 mx.example.com`, and an SOA is its primary server. Returns an empty list if there is no
   * such record, and null if no server answered in time.
   */
  ask: (type: DnsType, name: string) => Promise<string[] | null>;
  /** The same question to public resolvers, which may have cached an earlier state. */
  askResolvers: (type: DnsType, name: string) => Promise<string[] | null>;
  /** The zone of a name with its name servers, or null when no server answered or no zone has it. */
  zoneOf: (name: string) => Promise<{ zone: string; servers: string[] } | null>;
};

/** A request's outcome: the response, or the phase that failed. */
export type PostResult =
  | { status_code: number; retry_after: string | null; body: string }
  | { error: 'timeout' | 'connect' | 'tls' | 'reset' | 'bad_response' };

export type WebhookClient = {
  /**
   * Sends one request to `url` (POST by default), connecting only to one of `addresses`. `timeout_ms` covers
   * the response header. Never follows a redirect, decompresses, or throws.
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

/**
 * A failed sign-in at a provider: a malformed response, a refusal, or a failed claim check. `cause` is a
 * code.
 */
export type OidcRefusal = { error: 'unavailable' | 'refused'; cause: string };

/** The provider that people sign in with. Never throws. */
export type OidcProvider = {
  /** The page where the browser signs in. */
  authorization: (input: { state: string; nonce: string; verifier: string }) => Promise<URL | OidcRefusal>;
  /**
   * The person's claims from the query `callback`, after checking signature, issuer, audience, nonce, and
   * times.
   */
  redeem: (input: {
    callback: URLSearchParams;
    state: string;
    nonce: string;
    verifier: string;
  }) => Promise<{ claims: Record<string, unknown> } | OidcRefusal>;
};

/** A provider's response, or the reason for a missing one. */
export type ProviderResponse =
  | { status: number; headers: Record<string, string | undefined>; body: Uint8Array }
  | { error: 'unavailable' | 'too_large' };

/** One GET to a provider. `path` includes its query. */
export type ProviderRequest = {
  provider: ImportProvider;
  region: ImportRegion | null;
  path: string;
  headers: Record<string, string>;
  timeout_ms: number;
};

/**
 * A response whose body is streamed. Reading throws when the connection breaks or at 256 MB. `close` stops
 * it.
 */
export type ProviderStream = {
  status: number;
  headers: Record<string, string | undefined>;
  chunks: AsyncIterable<Buffer>;
  close: () => void;
};

/** Requests to other providers' APIs, whose addresses only the deployment sets. */
export type ProviderRequests = {
  /** Reads at most 16 MB within `timeout_ms`, then closes the connection. No redirects. Never throws. */
  get: (request: ProviderRequest) => Promise<ProviderResponse>;
  /** Like `get`, with a body of any size; `timeout_ms` covers the whole body. */
  stream: (request: ProviderRequest) => Promise<ProviderStream | { error: 'unavailable' }>;
};
