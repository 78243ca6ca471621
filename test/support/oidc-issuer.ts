import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/**
 * The certified provider in its own process, because jest can't load ESM. It signs in whomever its parent names,
 * without asking.
 */
type Person = { email?: string; email_verified?: unknown };

/** Orders from its parent: who signs in, and what goes wrong. */
export type Orders = {
  person?: Person;
  /** Claims to replace in ID tokens. `foreign_key` signs them with another key. */
  claims?: Record<string, unknown>;
  foreign_key?: boolean;
  /** Paths that respond with 503, or with this instead of their own response. */
  down?: string;
  metadata?: Record<string, unknown>;
};

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const [own, foreign] = [newKey(), newKey()];
const kid = 'one';
let orders: Orders = {};

/** The same token with other claims and a new signature. */
function altered(token: string): string {
  const [head = '', payload = ''] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...orders.claims };
  const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const key = orders.foreign_key ? foreign : own;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function providerAt(issuer: string, redirect_uri: string): Provider {
  const sub = 'someone';
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'mailwright',
        client_secret: 'a secret of the client',
        redirect_uris: [redirect_uri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['one'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: () => ({ accountId: sub, claims: () => ({ sub, ...orders.person }) }),
    loadExistingGrant: async (ctx: { oidc: { provider: { Grant: new (one: object) => Grant } } }) => {
      const grant = new ctx.oidc.provider.Grant({ clientId: 'mailwright', accountId: sub });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (orders.down !== undefined && ctx.path.startsWith(orders.down)) {
      ctx.status = 503;
      ctx.body = 'down';
      return;
    }
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path === '/token' && body?.id_token && (orders.claims || orders.foreign_key))
      ctx.body = { ...body, id_token: altered(body.id_token) };
    if (ctx.path.startsWith('/.well-known') && orders.metadata) ctx.body = { ...body, ...orders.metadata };
  });
  return provider;
}

type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };

const server = createServer().listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.send?.({ issuer });
});
process.on('message', (message: { redirect_uri?: string; orders?: Orders }) => {
  if (message.redirect_uri) {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = providerAt(issuer, message.redirect_uri);
    const callback = provider.callback();
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/'))
        void provider.interactionFinished(request, response, { login: { accountId: 'someone' } });
      else callback(request, response);
    });
  }
  orders = message.orders ?? {};
  process.send?.({ done: true });
});
process.on('disconnect', () => process.exit());
