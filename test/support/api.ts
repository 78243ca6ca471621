import { setImmediate as nextTick } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../../shared/aws/config.ts';
import { createContext } from '../../shared/aws/context.ts';
import type { Overrides } from '../../shared/aws/parts.ts';
import type { Domain } from '../../shared/core/records/domains.ts';
import type { Tenant } from '../../shared/core/records/tenants.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { type Runtime, systemRuntime } from '../../shared/core/runtime.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import { blankDomain } from '../../shared/domain/domains/new-domain.ts';
import { makeKey } from '../../shared/domain/keys/create-key.ts';
import type { Scope } from '../../shared/domain/keys/scopes.ts';
import { buildApp } from '../../shared/http/app.ts';
import type { Route } from '../../shared/http/route.ts';
import { ErrorAnswer } from '../../shared/http/schemas.ts';
import { statusesOf } from '../../shared/http/statuses.ts';
import { requestDeployed } from './deployed.ts';
import { environment } from './environment.ts';
import { untilIndexed } from './lag.ts';
import { collectLog } from './log.ts';

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** {} if the response isn't JSON. */
  body: Record<string, unknown> & { error?: ApiError };
};
export type ApiError = {
  message: string;
  code?: string;
  details?: Record<string, unknown>;
  docs_url?: string;
};

/** The path and rule of each of a response's issues. Undefined if it has none. */
export const issuesOf = ({ body }: Pick<Answer, 'body'>) =>
  (body.error?.details?.issues as { path: string; rule: string }[] | undefined)?.map(({ path, rule }) => [
    path,
    rule,
  ]);

export type Request = {
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** The raw body, instead of `body` as JSON. */
  raw?: string | Uint8Array;
};

type TestClock = {
  runtime: Runtime;
  advance: (ms: number) => void;
  hold: () => void;
  /** From now on, a sleep returns immediately and moves the clock forward. */
  skipSleeps: () => void;
};

/**
 * A clock for tests. It starts at the current time and runs until `hold`. After that, only `advance` moves it, and
 * sleeping doesn't.
 */
export function testClock(): TestClock {
  let offset = 0;
  let held: number | null = null;
  let isSkipping = false;
  const running = systemRuntime(() => (held ?? Date.now()) + offset);
  const advance = (ms: number) => {
    offset += ms;
  };
  const sleep: Runtime['sleep'] = (ms, options) => {
    if (held === null && !isSkipping) return running.sleep(ms, options);
    // Counts whole milliseconds like the machine's clock, because ids are made from them.
    if (isSkipping) advance(Math.ceil(ms));
    return nextTick();
  };
  return {
    runtime: { ...running, sleep },
    advance,
    hold: () => {
      held = Date.now();
    },
    skipSleeps: () => {
      isSkipping = true;
    },
  };
}

/**
 * The product in this process, over the local cloud's real table, queues, and bucket. Accepted emails wait in the
 * queue for as long as SQS allows. SES doesn't know these tests' domains, so the deployed worker would otherwise
 * retry each email while the tests run.
 */
export function testContext(
  overrides: Pick<Overrides, 'runtime' | 'log'> = {},
  variables: { TABLE_NAME?: string } = {},
): Context {
  const config = readConfig({ ...environment(), ...variables });
  const real = createContext(config, { log: collectLog().log, ...overrides });
  const deliver: Context['queues']['deliver'] = (messages) => real.queues.deliver(messages, 900);
  const ctx: Context = { ...real, queues: { ...real.queues, deliver } };
  if (Object.keys(overrides).length === 0) asDeployed.add(ctx);
  return ctx;
}

/** Contexts that are the same as those of the deployed functions. */
const asDeployed = new WeakSet<Context>();
let deployed = false;

/** From now on, requests go to the deployed stack, except for contexts that a test has changed. */
export function useDeployedStack(): void {
  deployed = true;
}

export type Client = (method: string, path: string, request?: Request) => Promise<Answer>;

/** Checks that the OpenAPI document has the status and shape of every response. */
function checkDocumented(
  routes: Route[],
  method: string,
  path: string,
  { status, text, body }: Answer,
): void {
  const [bare = ''] = path.split('?');
  const found = routes.filter(
    (route) =>
      route.method === (method === 'HEAD' ? 'GET' : method) &&
      new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  );
  const route = found.find((one) => one.path === bare) ?? found[0];
  if (route === undefined || status === 405) return;
  const fault = `${method} ${route.path} responds with ${status}, which docs/openapi.json lacks: ${text}`;
  if (!statusesOf(route).includes(status)) throw new Error(fault);
  if (route.produces || method === 'HEAD' || (status >= 300 && status < 400)) return;
  const { data, error } = (status < 300 ? route.response : ErrorAnswer).safeParse(body);
  // Parsing drops members that the schema lacks, and any __proto__.
  if (!isDeepStrictEqual(data, body) && !text.includes('"__proto__"'))
    throw new Error(fault, { cause: error });
}

type Send = (method: string, path: string, init: { headers: Headers; body?: string }) => Promise<Response>;

function sendTo(ctx: Context, routes: Route[]): Send {
  if (deployed && asDeployed.has(ctx))
    return (method, path, { headers, body }) =>
      requestDeployed(method, path, {
        headers: Object.fromEntries(headers),
        ...(body !== undefined && { body }),
      });
  const app = buildApp(ctx, routes);
  return async (method, path, init) => app.request(`http://localhost/api${path}`, { method, ...init });
}

/** Sends requests to an endpoint group in this process. */
export function inProcess(ctx: Context, routes: Route[], key: string | null): Client {
  const send = sendTo(ctx, routes);
  return async (method, path, request = {}) => {
    await untilIndexed(method, path);
    const bearer = request.key === undefined ? key : request.key;
    const body = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const response = await send(method, path, {
      headers: new Headers({
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      }),
      ...(body !== undefined && { body: body as string }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer = (json && text !== '' ? JSON.parse(text) : {}) as Answer['body'];
    const { status, headers } = response;
    const answered = { status, headers, text, body: answer };
    checkDocumented(routes, method, path, answered);
    return answered;
  };
}

/** A new account with a full key and, unless `domain` is false, its own unlocked verified domain. */
export async function freshAccount(
  ctx: Context,
  options: {
    plan?: 'free' | 'pro' | 'scale' | 'dedicated';
    payment_method?: boolean;
    domain?: boolean;
    requests_per_second?: number;
  } = {},
) {
  const name = ctx.runtime.id('acc').slice(4, 30);
  const { account, api_key } = await createAccount(ctx, {
    email: `owner-${name}@example.com`,
    plan: options.plan ?? 'dedicated',
    payment_method: options.payment_method ?? true,
    requests_per_second: options.requests_per_second ?? null,
  });
  const domain = `${name}.example.com`;
  if (options.domain !== false) await verifiedDomain(ctx, account.id, domain);
  return { account, api_key, domain };
}

/** A domain that is verified in the account's table. SES doesn't need to know it. */
export async function verifiedDomain(
  ctx: Context,
  account: Id<'acc'>,
  name: string,
  change: Partial<Domain> = {},
): Promise<void> {
  const now = new Date(ctx.runtime.now()).toISOString();
  const domain: Domain = {
    ...blankDomain(ctx, { account, name, tenant: null }),
    status: 'verified',
    dkim_selector: 'svc-test',
    identity: 'adopted',
    verified_at: now,
    ...change,
  };
  await ctx.domains.create({ domain, dns: null, key: null }, Number.MAX_SAFE_INTEGER);
  await ctx.accounts.markDomainVerified(account, now);
}

/** Another key of the account, with only these scopes. */
export async function keyWith(
  ctx: Context,
  account: Id<'acc'>,
  scopes: Scope[],
  limits: Partial<Parameters<typeof makeKey>[1]> = {},
): Promise<string> {
  return (await makeKey(ctx, { account, name: 'test', scopes, tenant: null, ...limits })).secret;
}

/** A tenant of the account, created as by POST /tenants but without the plan's limit. */
export async function newTenant(
  ctx: Context,
  account: Tenant['account'],
  external_id: string = ctx.runtime.id('ten').slice(4),
): Promise<Tenant> {
  const created_at = new Date(ctx.runtime.now()).toISOString();
  const tenant: Tenant = {
    id: ctx.runtime.id('ten'),
    account,
    external_id,
    name: external_id,
    status: 'active',
    paused_reason: null,
    paused_at: null,
    pause_source: null,
    resumed_at: null,
    default_from_domain: null,
    stream_policy: 'all',
    daily_limit: null,
    created_at,
    updated_at: created_at,
  };
  const made = await ctx.tenants.create(tenant, null, 1_000_000);
  if (made !== 'created') throw new Error(`no tenant ${external_id}`);
  return tenant;
}
