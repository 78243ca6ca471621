import type { List } from '../../core/records/lists.ts';
import type { Caller } from '../context.ts';

/** The list that a request is about: the tenant's for a tenant-limited key, otherwise the account's. */
export const listOf = (caller: Caller): List => ({ account: caller.account.id, tenant: caller.tenant });
