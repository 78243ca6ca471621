import { domainRoutes } from '../../functions/domains/routes.ts';
import type { DnsPlan } from '../../shared/domain/domains/apply/dns-plan.ts';
import type { DomainRecord } from '../../shared/domain/domains/domain-record.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { freshAccount, inProcess, testClock, testContext } from './api.ts';
import { fakeCloudflare, fakeDigitalOcean, hostsAt, type Stored } from './dns-hosts.ts';
import { cloudKeys } from './environment.ts';
import { collectLog } from './log.ts';

/** What the local Route 53 accepts. */
const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = cloudKeys();
export const aws = { access_key_id, secret_access_key };

export const cfServers = ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'];
export const doServers = ['ns1.digitalocean.com', 'ns2.digitalocean.com'];

type Change = DnsPlan['changes'][number];

/** An account with a new domain whose records aren't published yet. */
export async function applyWorld() {
  const clock = testClock();
  const { log, lines } = collectLog();
  const ctx = testContext({ runtime: clock.runtime, log });
  const queued: { message: DomainMessage; delay_s: number }[] = [];
  ctx.domain_tasks = {
    enqueue: async (messages, delay_s = 0) =>
      void queued.push(...messages.map((message) => ({ message, delay_s }))),
  };
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, domainRoutes, api_key);
  const name = `${account.id.slice(4)}.test`;
  const made = (await call('POST', '/domains', { body: { name } })).body.domain as DomainRecord;
  const apply = async (body: Record<string, unknown> = {}, domain = name) => {
    const answer = await call('POST', `/domains/${domain}`, { body: { action: 'apply', ...body } });
    const plan = answer.body.dns_plan as DnsPlan;
    const by = Object.fromEntries((plan?.changes ?? []).map((one) => [one.purpose, one])) as Record<
      string,
      Change
    >;
    return { ...answer, plan, by };
  };
  /** Makes the zone look as if it were hosted there. */
  const hostedBy = (servers: string[]) => {
    ctx.dns = { ...ctx.dns, zoneOf: async () => ({ zone: name, servers }) };
  };
  const wanted = (purpose: string) => made.records.find((one) => one.purpose === purpose)?.value ?? '';
  return { ...clock, ctx, account, call, name, made, apply, hostedBy, wanted, queued, lines };
}

const hosts = {
  cloudflare: { fake: fakeCloudflare, servers: cfServers, api_token: 'cf-token' },
  digitalocean: { fake: fakeDigitalOcean, servers: doServers, api_token: 'do-token' },
};

/** The same world with its zone at a fake DNS host, and records applied with this host's token. */
export async function hostedWorld<Host extends keyof typeof hosts>(
  provider: Host,
  records: Stored[] = [],
  page?: number,
) {
  const world = await applyWorld();
  const { fake, servers, api_token } = hosts[provider];
  const host = await fake(world.name, records, page);
  const { dns_hosts, waits } = hostsAt({ [provider]: host.url });
  world.ctx.dns_hosts = dns_hosts;
  world.hostedBy(servers);
  const apply: typeof world.apply = (body) => world.apply({ credentials: { api_token }, ...body });
  return { ...world, host, servers, waits, apply };
}

export const results = (plan: DnsPlan) =>
  plan.changes.map(({ purpose, action, result }) => [purpose, action, result]);

export const written = [
  ['ownership', 'add', 'written'],
  ['dkim', 'add', 'written'],
  ['return_path', 'add', 'written'],
  ['spf', 'add', 'written'],
  ['dmarc', 'add', 'written'],
];
export const unchanged = [
  ['ownership', 'done', 'unchanged'],
  ['dkim', 'done', 'unchanged'],
  ['return_path', 'done', 'unchanged'],
  ['spf', 'done', 'unchanged'],
  ['dmarc', 'keep', 'unchanged'],
];
