import type { ApiKey, SmtpCredential } from '../../core/records/accounts.ts';
import type { Base, Caller, Identity, Paging, SmtpCredentials, Tenants } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { CredentialStore } from '../ports/accounts.ts';
import { withoutDeleted, withTenantNames } from '../tenants/names.ts';
import { keyRecord, smtpCredentialRecord } from './key-record.ts';

const pageOf = <Name extends string, T extends ApiKey | SmtpCredential, Shown>(
  ctx: Base & Tenants & Paging,
  { account: { id: account } }: Caller,
  query: PageQuery,
  list: { name: Name; store: CredentialStore<T>; show: (entry: T, tenant: string | null) => Shown },
) =>
  filteredPage(ctx, query, {
    name: list.name,
    bound: [account, list.name.replace('_', '-')],
    read: async (page) => {
      const { entries, next } = await list.store.list(account, page);
      return { entries: await withoutDeleted(ctx, account, entries), next };
    },
    show: (entries) => withTenantNames(ctx, account, entries, list.show),
  });

/** GET /api-keys: one page, newest first, without deleted keys. */
export const listKeys = (ctx: Base & Identity & Tenants & Paging, caller: Caller, query: PageQuery) =>
  pageOf(ctx, caller, query, { name: 'api_keys', store: ctx.keys, show: keyRecord });

/** GET /smtp-credentials: one page, newest first. */
export const listSmtpCredentials = (
  ctx: Base & SmtpCredentials & Tenants & Paging,
  caller: Caller,
  query: PageQuery,
) =>
  pageOf(ctx, caller, query, {
    name: 'smtp_credentials',
    store: ctx.smtp_credentials,
    show: (credential, tenant) => smtpCredentialRecord(credential, tenant, ctx.settings),
  });
