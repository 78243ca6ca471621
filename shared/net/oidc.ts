import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import * as oauth from 'oauth4webapi';
import { isPublicAddress } from '../core/ip-ranges.ts';
import type { OidcProvider, OidcRefusal, Resolver } from '../core/network.ts';
import { boundedChunks, hostOf, pinned } from './connection.ts';

/** Milliseconds per provider request, max bytes of a response, and milliseconds that metadata is cached. */
const request_ms = 8_000;
const max_bytes = 1024 * 1024;
const metadata_ms = 3_600_000;

type OidcSettings = {
  issuer: string;
  client_id: string;
  /** A failure to read it counts as an outage, because the person signing in isn't at fault. */
  client_secret: () => Promise<string>;
  redirect_uri: string;
};

class Unavailable extends Error {}

/**
 * The lookup for a request. The operator chose the issuer's host. Any other host comes from its metadata and
 * must be public. The connection uses the checked addresses.
 */
async function lookupOf(url: URL, issuer: URL, resolver: Resolver): Promise<LookupFunction | undefined> {
  const host = hostOf(url);
  if (host === hostOf(issuer)) return undefined;
  if (url.protocol !== 'https:') throw new Unavailable('plain http');
  const addresses =
    isIP(host) === 0
      ? await resolver.resolve(host, request_ms)
      : [{ address: host, family: isIP(host) as 4 | 6 }];
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
    throw new Unavailable('not a public address');
  return pinned(addresses);
}

type Sent = { method: string; headers: Record<string, string>; body?: unknown };

/** Makes a single request. Its connection isn't kept, and redirects aren't followed. */
function send(
  url: URL,
  { method, headers, body }: Sent,
  lookup: LookupFunction | undefined,
): Promise<Response> {
  const signal = AbortSignal.timeout(request_ms);
  return new Promise((done, fail) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(url, { method, headers, agent: false, signal, ...(lookup && { lookup }) });
    request.on('error', () => fail(new Unavailable('no answer')));
    request.once('response', async (response) => {
      try {
        const chunks: Buffer[] = [];
        const tooLarge = () => new Unavailable('too large');
        for await (const chunk of boundedChunks(response, max_bytes, tooLarge)) chunks.push(chunk);
        const { statusCode: status = 502 } = response;
        if (status >= 500) throw new Unavailable(`status ${status}`);
        const type = response.headers['content-type'];
        const empty = [204, 205, 304].includes(status);
        const content = empty ? null : Buffer.concat(chunks);
        done(new Response(content, { status, headers: type === undefined ? {} : { 'content-type': type } }));
      } catch {
        fail(new Unavailable('no answer'));
      } finally {
        request.destroy();
      }
    });
    request.end(body instanceof URLSearchParams ? body.toString() : undefined);
  });
}

/**
 * Errors that mean a provider outage, because its metadata is unusable. All other errors reject the sign-in.
 */
const outages = new Set([
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.MISSING_SERVER_METADATA,
  oauth.INVALID_SERVER_METADATA,
  oauth.HTTP_REQUEST_FORBIDDEN,
  oauth.PARSE_ERROR,
]);

function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof Unavailable) return { error: 'unavailable', cause: error.message };
  const { code = '', name } = error as { code?: string; name: string };
  const isDown = name === 'LookupTimeout' || outages.has(code);
  return { error: isDown ? 'unavailable' : 'refused', cause: code || name };
}

const attempt = async <T>(act: () => Promise<T>): Promise<T | OidcRefusal> => {
  try {
    return await act();
  } catch (error) {
    return refusalOf(error);
  }
};

/** A client for one OpenID Connect provider: authorization code with PKCE, state, and nonce. Never throws. */
export function oidcProvider(
  settings: OidcSettings,
  { resolver, now }: { resolver: Resolver; now: () => number },
): OidcProvider {
  const { client_id, redirect_uri } = settings;
  const issuer = new URL(settings.issuer);
  const [jwks, client]: [oauth.JWKSCacheInput, oauth.Client] = [{}, { client_id }];
  let known: { server: oauth.AuthorizationServer; until: number } | null = null;

  const options = () => ({
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
    [oauth.jwksCache]: jwks,
    [oauth.customFetch]: async (to: string, sent: Sent) => {
      const url = new URL(to);
      return send(url, sent, await lookupOf(url, issuer, resolver));
    },
  });

  const metadata = async (): Promise<oauth.AuthorizationServer> => {
    if (known !== null && known.until > now()) return known.server;
    const answer = await oauth.discoveryRequest(issuer, { ...options(), algorithm: 'oidc' });
    if (answer.status !== 200) throw new Unavailable(`status ${answer.status}`);
    const server = await oauth.processDiscoveryResponse(issuer, answer);
    known = { server, until: now() + metadata_ms };
    return server;
  };

  const clientAuth = async (server: oauth.AuthorizationServer) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const secret = await settings.client_secret().catch(({ code, name }: Error & { code?: string }) => {
      throw new Unavailable(code || name);
    });
    const isPostOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return isPostOnly ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  };

  return {
    authorization: ({ state, nonce, verifier }) =>
      attempt(async () => {
        const { authorization_endpoint } = await metadata();
        const url = URL.parse(authorization_endpoint ?? '');
        if (url === null || (url.protocol !== 'https:' && url.host !== issuer.host))
          throw new Unavailable('no authorization endpoint');
        const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
        const challenge = { code_challenge, code_challenge_method: 'S256' };
        const query = { client_id, redirect_uri, response_type: 'code', scope: 'openid email', state, nonce };
        for (const [name, value] of Object.entries({ ...query, ...challenge }))
          url.searchParams.set(name, value);
        return url;
      }),

    redeem: ({ callback, state, nonce, verifier }) =>
      attempt(async () => {
        const server = await metadata();
        const params = oauth.validateAuthResponse(server, client, callback, state);
        const auth = await clientAuth(server);
        const sent = [auth, params, redirect_uri, verifier, options()] as const;
        const answer = await oauth.authorizationCodeGrantRequest(server, client, ...sent);
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, answer, options());
        const claims = oauth.getValidatedIdTokenClaims(tokens) as oauth.IDToken;
        if (claims.email !== undefined || server.userinfo_endpoint === undefined) return { claims };
        const info = await oauth.userInfoRequest(server, client, tokens.access_token, options());
        return { claims: await oauth.processUserInfoResponse(server, client, claims.sub, info) };
      }),
  };
}
