import { type DnsProvider, type HostCredentials, isHostError } from '../../../core/dns-host.ts';
import { AppError, type ErrorCode, invalid } from '../../../core/errors.ts';
import type { Domain } from '../../../core/records/domains.ts';
import type { Caller, CheckContext, DnsHosting } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import type { DomainWithDns } from '../../ports/domains.ts';
import { hostOf, isProvider } from '../dns-host.ts';
import type { DomainAction } from '../domain-request.ts';
import { getDomain } from '../get-domain.ts';
import { withInboundRecords } from '../inbound-records.ts';
import { queueTask } from '../queue-task.ts';
import { type DnsPlan, showPlan } from './dns-plan.ts';
import { apply_ms, aroundOf, planDomain, toPublish } from './plan-domain.ts';
import { writePlan } from './write-plan.ts';

/** How many seconds after a write the domain is checked. */
const checks_s = [0, 10, 30, 60, 120];

type Ctx = CheckContext & DnsHosting;

/**
 * The requested DNS host, or the one detected from the name servers. Throws 400 for a host we can't write to.
 */
async function findHost(ctx: Ctx, name: string, given: string | undefined) {
  const live = await hostOf(ctx.dns, name);
  const provider = given ?? live?.provider ?? null;
  if (!isProvider(provider)) {
    const whose = provider === null ? 'is unknown' : `is ${provider}`;
    throw new AppError('validation_error', `The DNS host for ${name} ${whose}: publish the records by hand`, {
      details: { provider },
      hint: 'Mailwright can write records only at cloudflare, route53, and digitalocean. If one of them hosts this DNS, set provider.',
    });
  }
  const labels = name.split('.');
  const above = labels.map((_label, i) => labels.slice(i).join('.')).slice(0, -1);
  const isLive = live?.provider === provider;
  // Added to each change when DNS shows a different host than requested (A49).
  const note = isLive ? null : `the name servers for ${name} do not belong to ${provider}`;
  return { provider, names: live ? [live.zone] : above, servers: isLive ? live.servers : null, note };
}

async function credentialsOf(ctx: Ctx, domain: Domain, provider: DnsProvider, given?: HostCredentials) {
  if (given !== undefined) return given;
  const { account, name } = domain;
  const stored = await ctx.domains.readCredentials(name);
  if (stored === null || stored.provider !== provider) {
    const message = `credentials are required: none are stored for ${provider}`;
    throw invalid([{ path: 'credentials', rule: 'required', message }], { provider });
  }
  return JSON.parse(await ctx.sealing.open({ account, domain: name }, stored.sealed)) as HostCredentials;
}

function checkKind(provider: DnsProvider, credentials: HostCredentials): void {
  const field = provider === 'route53' ? 'access_key_id' : 'api_token';
  if (field in credentials) return;
  const path = `credentials.${field}`;
  throw invalid([{ path, rule: 'required', message: `${path} is required for ${provider}` }]);
}

function refusal(provider: DnsProvider, error: unknown): AppError {
  const refused = (code: ErrorCode, message: string, reason: string) =>
    new AppError(code, message, { details: { provider, reason } });
  const fault = isHostError(error) ? error.fault : 'down';
  const { message } = error as Error;
  if (fault === 'auth')
    return refused('validation_error', `${provider} rejected the credentials`, 'provider_auth_failed');
  if (fault === 'zone_not_found') return refused('validation_error', message, fault);
  if (fault === 'refused') return refused('validation_error', message, 'provider_refused');
  const reason = fault === 'rate_limited' ? 'provider_rate_limited' : 'provider_unavailable';
  return refused('upstream_error', `${provider} is not responding. Try again.`, reason);
}

/** Stores credentials, sealed for this account and domain, until they are forgotten or the domain is deleted. */
async function keepCredentials(ctx: Ctx, domain: Domain, provider: DnsProvider, given: HostCredentials) {
  const { account, name } = domain;
  const sealed = await ctx.sealing.seal({ account, domain: name }, JSON.stringify(given));
  await ctx.domains.writeCredentials(domain, { provider, sealed });
}

/**
 * POST /domains/{id} {action: "apply"}: writes records through the zone's DNS host. It adds and extends, but
 * deletes nothing. `dry_run` plans from live DNS and needs neither host nor credentials. Throws 400 for an
 * unsupported host, missing credentials, or a refusal by the host; 404; and 502 when the host is down.
 */
export async function applyDomain(
  ctx: Ctx,
  caller: Caller,
  ref: string,
  input: DomainAction,
): Promise<DomainWithDns & { dns_plan: DnsPlan; applied: number }> {
  requireScope(caller, ['domains:write']);
  const until = ctx.runtime.now() + apply_ms;
  const withDns = withInboundRecords(ctx, await getDomain(ctx, caller, ref));
  const { domain } = withDns;
  const records = toPublish(withDns.dns);
  if (input.dry_run === true) return { ...withDns, dns_plan: await planDomain(ctx, withDns), applied: 0 };
  const around = await aroundOf(ctx, domain, until);
  const host = await findHost(ctx, domain.name, input.provider);
  const { provider } = host;
  const credentials = await credentialsOf(ctx, domain, provider, input.credentials);
  checkKind(provider, credentials);
  const zone = await ctx.dns_hosts.open(provider, credentials, host).catch((error: unknown) => {
    throw refusal(provider, error);
  });
  if (input.save_credentials === true) await keepCredentials(ctx, domain, provider, credentials);
  const outcomes = await writePlan(zone, records, { around, now: ctx.runtime.now, until });
  const results = outcomes.map(({ result }) => result);
  const applied = results.filter(({ result }) => result === 'written').length;
  const { account, id: domain_id } = domain;
  ctx.log.info('domain_applied', { account, domain_id, provider, applied, by: caller.actor.id });
  await queueTask(ctx, domain, { task: 'check', now: true }, applied > 0 ? checks_s : [0]);
  const plan = outcomes.map(({ planned }) => ({ ...planned, note: planned.note ?? host.note }));
  const stored = input.save_credentials === true ? provider : withDns.stored;
  return { ...withDns, stored, dns_plan: showPlan(records, plan, results), applied };
}
