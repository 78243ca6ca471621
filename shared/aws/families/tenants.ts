import type { TenantRemovals, Tenants } from '../../domain/context.ts';
import type { RemovalMessage } from '../../domain/ports/tenants.ts';
import { tenantRemovalStore } from '../../store/tenant-removals.ts';
import { tenantStore } from '../../store/tenants.ts';
import type { Family } from '../compose.ts';
import { enqueuer } from '../queues.ts';

export const tenants: Family<Tenants> = ({ base, table }) => ({ tenants: tenantStore(table, base.runtime) });

export const tenantRemovals: Family<TenantRemovals> = ({ aws, config, table }) => {
  const enqueue = enqueuer<RemovalMessage>(aws, config.REMOVAL_QUEUE_URL);
  return {
    tenant_removals: tenantRemovalStore(table),
    removal_queue: { enqueue: (message, delay_s) => enqueue([message], delay_s) },
  };
};
