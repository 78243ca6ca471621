import { cached, lruCache } from '../../core/cache.ts';
import type {
  DomainClaims,
  DomainIdentities,
  DomainSecrets,
  Domains,
  DomainTasks,
  OpenSchedules,
} from '../../domain/context.ts';
import type { Sealing } from '../../domain/ports/domains.ts';
import { domainClaimStore } from '../../store/domain-claims.ts';
import { domainStore } from '../../store/domains.ts';
import { openScheduleStore } from '../../store/schedules.ts';
import type { Family } from '../compose.ts';
import { lazyPort, once } from '../lazy-port.ts';
import { hmacProofs } from '../proofs.ts';
import { enqueuer } from '../queues.ts';

/** Max age of a cached domain, for workers. Accepting an email reads the domain itself. */
const cache_ms = 5_000;

export const domains: Family<Domains> = ({ base, table }) => {
  const store = domainStore(table, base.runtime);
  const noted = lruCache<string>({ max: 10_000 });
  const noteSent: typeof store.noteSent = async (domain, day) => {
    if (noted.get(domain.id) === day) return;
    await store.noteSent(domain, day);
    noted.set(domain.id, day);
  };
  return { domains: { ...store, noteSent, get: cached(base.runtime.now, cache_ms, store.get) } };
};

export const domainClaims: Family<DomainClaims> = ({ base, table }) => ({
  domain_claims: domainClaimStore(table, base.runtime),
});

export const domainIdentities: Family<DomainIdentities> = ({ aws, config }) => ({
  identities: lazyPort(async () => {
    const { sesArns, sesIdentities } = await import('../identities.ts');
    return sesIdentities(aws.region, sesArns(config.DELIVER_QUEUE_ARN));
  }, ['get', 'make', 'restart', 'remove', 'adopt', 'join', 'deleteTenant']),
});

/** Proofs of ownership, and encryption of keys and credentials. Uses KMS if the deployment has a key. */
export const domainSecrets: Family<DomainSecrets> = ({ aws, config, secrets }) => {
  const { KMS_KEY_ARN } = config;
  const load = () => import('../sealing.ts');
  const own = once(async () => (await load()).secretSealing(secrets));
  const kms = KMS_KEY_ARN === undefined ? own : once(async () => (await load()).kmsSealing(aws, KMS_KEY_ARN));
  const sealing: Sealing = {
    seal: async (context, text) => (await kms()).seal(context, text),
    // Values sealed before the deployment had a key stay readable.
    open: async (context, sealed) =>
      (await (sealed.startsWith('own.') ? own() : kms())).open(context, sealed),
  };
  return { proofs: hmacProofs(secrets), sealing };
};

export const domainTasks: Family<DomainTasks> = ({ aws, config }) => ({
  domain_tasks: { enqueue: enqueuer(aws, config.DOMAIN_TASK_QUEUE_URL) },
});

export const openSchedules: Family<OpenSchedules> = ({ base, table }) => ({
  open_schedules: openScheduleStore(table, base.runtime),
});
