import { execFileSync, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { routeGroups } from '../../functions/routes.ts';
import { functions } from '../../infra/functions.ts';
import type { GatewayEvent } from '../../shared/http/api-gateway.ts';
import type { Route } from '../../shared/http/route.ts';
import { statusesOf } from '../../shared/http/statuses.ts';
import { awsEvent } from '../http/events.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import type { Answered } from '../support/bundle-host.ts';
import { fakeCloudflare, fakeDigitalOcean } from '../support/dns-hosts.ts';
import { cloudKeys, environment } from '../support/environment.ts';
import { stopReceivers } from '../support/receiver.ts';
import { bodyOf, fill, title } from '../support/routes.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';

// P50: what is loaded on demand has a copy of every error class; its refusals are as good as those of the handler.

const ctx = testContext();

// The bundles of these sources; nothing is built where they are current.
beforeAll(() => void execFileSync(process.execPath, ['infra/build.ts'], { stdio: 'pipe' }), 120_000);

/** The functions of a deployment in one process, whose DNS hosts and provider are the test's. */
async function deployment() {
  const provider = await fakeSendgrid();
  const [cloudflare, digitalocean] = [await fakeCloudflare('x.test'), await fakeDigitalOcean('x.test')];
  const child = fork('test/support/bundle-host.ts', {
    // Its log is of no interest.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      ...environment(),
      CLOUDFLARE_API_URL: cloudflare.url,
      DIGITALOCEAN_API_URL: digitalocean.url,
      IMPORT_SENDGRID_US_URL: provider.url,
    },
  });
  const waiting = new Map<number, (answered: Answered) => void>();
  child.on('message', (answered: Answered) => waiting.get(answered.id)?.(answered));
  const { account, api_key, domain } = await freshAccount(ctx);
  let last = 0;
  const answer = (group: string, event: GatewayEvent) =>
    new Promise<Answered>((done) => {
      waiting.set(++last, done);
      child.send({ id: last, group, event });
    });
  const call = async (
    group: string,
    method: string,
    path: string,
    given: { raw?: string; open?: boolean; headers?: Record<string, string> },
  ) => {
    const headers = given.headers ?? (given.open ? {} : { authorization: `Bearer ${api_key}` });
    const body = given.raw !== undefined && { body: given.raw };
    const event = awsEvent({ method, rawPath: `/api${path}`, headers, ...body });
    const { statusCode = 0, body: text = '' } = await answer(group, event);
    return { status: statusCode, error: text.startsWith('{') ? JSON.parse(text).error : undefined };
  };
  const post = (group: string, path: string, body: object) =>
    call(group, 'POST', path, { raw: JSON.stringify(body) });
  return { account, api_key, domain, provider, answer, call, post, stop: () => child.disconnect() };
}

let world: Awaited<ReturnType<typeof deployment>>;
beforeAll(async () => {
  world = await deployment();
});
afterAll(async () => {
  world.stop();
  await stopReceivers();
});

/** A request that the operation refuses: an id of nothing, a body of another shape, no key. */
function refusedBy(route: Route): [path: string, given: { raw?: string; open?: boolean }] {
  if (route.path.includes('{')) return [fill(route.path, 'nonsense'), bodyOf(route)];
  return [route.path, route.body ? { raw: '[]' } : { open: true }];
}

const operations = Object.entries(routeGroups)
  .flatMap(([group, routes]) => routes.map((route) => [title(route), group, route] as const))
  // Health and the API description refuse nothing; a link of an email leads somewhere whatever its token is.
  .filter(([, , route]) => statusesOf(route).some((status) => status >= 400 && status < 500))
  .filter(([name]) => !name.startsWith('GET /t/'));

test.each(operations)('%s: a refusal of the bundle is one that it declares', async (_name, group, route) => {
  const { status, error } = await world.call(group, route.method, ...refusedBy(route));
  expect({ status, refused: status < 500, documented: statusesOf(route) }).toEqual({
    status,
    refused: true,
    documented: expect.arrayContaining([status]),
  });
  expect(error?.message).not.toBe('Internal error');
  expect(status).toBeGreaterThanOrEqual(400);
});

/** Files of ours that a function loads on demand and that have an error class of ours. */
const onDemand = () =>
  // The pages of the dashboard have theirs in test/journeys/dashboard.test.ts.
  Object.keys(functions).flatMap((group) => {
    if (group === 'dashboard') return [];
    const { outputs }: Metafile = JSON.parse(readFileSync(`.build/meta/${group}.json`, 'utf8'));
    return Object.values(outputs).flatMap(({ entryPoint = '', inputs }) => {
      const hasErrors = ['errors', 'dns-host'].some(
        (name) => inputs[`shared/core/${name}.ts`]?.bytesInOutput,
      );
      return hasErrors && !entryPoint.endsWith('/handler.ts') ? [`${group}: ${entryPoint}`] : [];
    });
  });

type Refusal = { status: number; error: { code: string; details: { reason?: string } } };

/** The key works when the import begins, and no more when it reads. */
async function refusedImport(resource: string, path: RegExp): Promise<Refusal> {
  world.provider.faults.push({ when: path, reply: { status: 401, body: {} }, times: 9 });
  const body = { provider: 'sendgrid', api_key: providerKey, resources: [resource] };
  const answer = await world.post('imports', '/migrations', body);
  world.provider.faults.length = 0;
  return answer;
}

async function refusedApply(provider: string, credentials: object): Promise<Refusal> {
  const name = `${ctx.runtime.id('dom').slice(4)}.test`;
  await world.post('domains', '/domains', { name });
  return world.post('domains', `/domains/${name}`, { action: 'apply', provider, credentials });
}

const token = { api_token: 'wrong' };
const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = cloudKeys();
const keys = { access_key_id, secret_access_key };
const authFailed = [400, 'validation_error', 'provider_auth_failed'];

/** One refusal of every such file. */
const refusals: Record<string, [expected: unknown[], provoke: () => Promise<Refusal>]> = {
  'automations: shared/domain/automations/activate-automation.ts': [
    [404, 'not_found', undefined],
    () => world.post('automations', `/automations/aut_${'0'.repeat(26)}`, { action: 'activate' }),
  ],
  'automations: shared/domain/runs/dry-run-automation.ts': [[404, 'not_found', undefined], dryRunOfNothing],
  'domains: shared/aws/route53.ts': [
    [400, 'validation_error', 'zone_not_found'],
    () => refusedApply('route53', keys),
  ],
  'domains: shared/net/dns-hosts/http.ts': [authFailed, () => refusedApply('cloudflare', token)],
  'domains: shared/net/dns-hosts/cloudflare.ts': [authFailed, () => refusedApply('cloudflare', token)],
  'domains: shared/net/dns-hosts/digitalocean.ts': [authFailed, () => refusedApply('digitalocean', token)],
  'domains: shared/domain/domains/apply/apply-domain.ts': [
    [400, 'validation_error', undefined],
    () => refusedApply('cloudflare', keys),
  ],
  'domains: shared/domain/domains/claims/create-claim.ts': [
    [409, 'conflict', 'not_attached'],
    () => world.post('domains', '/domains/claims', { name: 'of-no-account.example.com' }),
  ],
  'domains: shared/domain/domains/claims/verify-claim.ts': [[429, 'rate_limited', undefined], verifiedOften],
  'imports: shared/domain/imports/domains/import-domains.ts': [
    authFailed,
    () => refusedImport('domains', /whitelabel/),
  ],
  'imports: shared/domain/imports/webhooks/import-webhooks.ts': [
    authFailed,
    () => refusedImport('webhooks', /webhooks/),
  ],
  'imports: shared/domain/imports/templates/import-templates.ts': [
    authFailed,
    () => refusedImport('templates', /templates/),
  ],
  'imports: shared/domain/imports/suppressions/import-lists.ts': [
    authFailed,
    () => refusedImport('suppressions', /suppression/),
  ],
};

/** A session asks for a run of an automation that there is not (D18). */
async function dryRunOfNothing(): Promise<Refusal> {
  const browser = await signIn(ctx, world.account);
  const headers = { cookie: `__Host-mailwright=${browser.cookie()}`, origin: ctx.settings.dashboard_url };
  const raw = JSON.stringify({ name: 'a', dry_run: true, automation_id: 'aut_x' });
  return world.call('automations', 'POST', '/events', { raw, headers });
}

/** Looks for a claim's record until they are too many. */
async function verifiedOften(): Promise<Refusal> {
  const { domain: name } = await freshAccount(ctx);
  await world.post('domains', '/domains/claims', { name });
  const claim = await ctx.domain_claims.find(world.account.id, name);
  for (let made = 0; made < 20; made++) {
    const answer = await world.post('domains', `/domains/claims/${claim?.id}`, { action: 'verify' });
    if (answer.status !== 200) return answer;
  }
  throw new Error('no verification was refused');
}

test('every file with errors that is loaded on demand has its refusal here', () => {
  expect(onDemand().sort()).toEqual(Object.keys(refusals).sort());
});

test.each(Object.entries(refusals))('%s: its refusal is no 500', async (_name, [expected, provoke]) => {
  const { status, error } = await provoke();
  expect([status, error?.code, error?.details?.reason]).toEqual(expected);
});

test('the largest html of quotes and backslashes comes back from the bundle within the 6 MB of Lambda', async () => {
  const { api_key, domain, answer } = world;
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const html = '"\\'.repeat(1024 * 1024);
  const fields = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Hello', html };
  const raw = Buffer.from(JSON.stringify(fields)).toString('base64');
  const event = awsEvent({
    method: 'POST',
    rawPath: '/api/emails',
    headers,
    body: raw,
    isBase64Encoded: true,
  });
  const sent = await answer('emails', event);
  expect(sent.statusCode).toBe(200);
  const rawPath = `/api/emails/${JSON.parse(sent.body ?? '').id}`;
  const { id: _, ...result } = await answer(
    'emails',
    awsEvent({ method: 'GET', rawPath, rawQueryString: 'include=content', headers }),
  );
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(6 * 1024 * 1024);
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  const read = result.headers?.['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  expect(JSON.parse(String(read)).email.html === html).toBe(true);
});
