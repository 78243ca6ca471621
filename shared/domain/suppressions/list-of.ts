import type { List } from '../../core/records/lists.ts';
import type { Caller } from '../context.ts';

/** The list a request is about: a tenant-limited key's own without naming it, else the account's. */
export const listOf = (caller: Caller): List => ({ account: caller.account.id, tenant: caller.tenant });
