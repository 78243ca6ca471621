import type { ApiKey, SmtpCredential } from '../../core/records/accounts.ts';
import type { Base, Caller, Identity, Paging, SmtpCredentials, Tenants } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import type { CredentialStore } from '../ports/accounts.ts';
import { tenantNames, withTenantNames } from '../tenants/names.ts';
import { keyRecord, smtpCredentialRecord } from './key-record.ts';

type Page = { limit: number; cursor?: string | undefined };

/** What was limited to a tenant is gone with it, though a worker may still have to remove it (A36). */
async function withoutDeleted<T extends ApiKey | SmtpCredential>(
  ctx: Tenants,
  account: string,
  entries: T[],
): Promise<T[]> {
  const names = await tenantNames(ctx, account, entries);
  return entries.filter(({ tenant }) => tenant === null || names.has(tenant));
}

const pageOf = <T extends ApiKey | SmtpCredential, Shown>(
  ctx: Base & Tenants & Paging,
  caller: Caller,
  { limit, cursor }: Page,
  list: { name: string; store: CredentialStore<T>; show: (entry: T, tenant: string | null) => Shown },
) =>
  filteredPage<T, Shown>(
    ctx,
    { bound: [caller.account.id, list.name], limit, cursor, filtered: false },
    {
      read: async (page) => {
        const { entries, next } = await list.store.list(caller.account.id, page);
        return { entries: await withoutDeleted(ctx, caller.account.id, entries), next };
      },
      keep: () => true,
      show: (entries) => withTenantNames(ctx, caller.account.id, entries, list.show),
    },
  );

/** GET /api-keys: newest first, one page (C5); deleted ones are gone (A57). */
export async function listKeys(ctx: Base & Identity & Tenants & Paging, caller: Caller, page: Page) {
  const list = { name: 'api-keys', store: ctx.keys, show: keyRecord };
  const { records: api_keys, ...rest } = await pageOf(ctx, caller, page, list);
  return { api_keys, ...rest };
}

/** GET /smtp-credentials: newest first, one page (C5). */
export async function listSmtpCredentials(
  ctx: Base & SmtpCredentials & Tenants & Paging,
  caller: Caller,
  page: Page,
) {
  const list = {
    name: 'smtp-credentials',
    store: ctx.smtp_credentials,
    show: (credential: SmtpCredential, tenant: string | null) =>
      smtpCredentialRecord(credential, tenant, ctx.settings),
  };
  const { records: smtp_credentials, ...rest } = await pageOf(ctx, caller, page, list);
  return { smtp_credentials, ...rest };
}
