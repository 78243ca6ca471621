import type { Tenants } from '../../domain/context.ts';
import { tenantStore } from '../../store/tenants.ts';
import type { Family } from './compose.ts';

/** Tenants of an account, by id and by name. */
export const tenants: Family<Tenants> = ({ base, table }) => ({ tenants: tenantStore(table, base.runtime) });
