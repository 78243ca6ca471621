import type { TenantRemovals, Tenants } from '../../domain/context.ts';
import type { TenantRemovalQueue } from '../../domain/ports/tenants.ts';
import { tenantRemovalStore } from '../../store/tenant-removals.ts';
import { tenantStore } from '../../store/tenants.ts';
import type { Family } from '../compose.ts';
import { lazyPort } from '../lazy-port.ts';

export const tenants: Family<Tenants> = ({ base, table }) => ({ tenants: tenantStore(table, base.runtime) });

export const tenantRemovals: Family<TenantRemovals> = ({ aws, config, table }) => ({
  tenant_removals: tenantRemovalStore(table),
  removal_queue: lazyPort<TenantRemovalQueue>(async () => {
    const enqueue = (await import('../queues.ts')).enqueuer(aws, config.REMOVAL_QUEUE_URL);
    return { enqueue: (message, delay_s) => enqueue([message], delay_s) };
  }, ['enqueue']),
});
