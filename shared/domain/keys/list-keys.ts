import type { ApiKey, SmtpCredential } from '../../core/records/accounts.ts';
import type { Base, Caller, Identity, Paging, SmtpCredentials } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import type { CredentialStore } from '../ports/accounts.ts';
import { withTenantNames } from '../tenants/names.ts';
import { keyRecord, smtpCredentialRecord } from './key-record.ts';

type Page = { limit: number; cursor?: string | undefined };

const pageOf = <T extends ApiKey | SmtpCredential, Shown>(
  ctx: Base & Paging,
  caller: Caller,
  { limit, cursor }: Page,
  list: { name: string; store: CredentialStore<T>; show: (entry: T, tenant: string | null) => Shown },
) =>
  filteredPage<T, Shown>(
    ctx,
    { bound: [caller.account.id, list.name], limit, cursor, filtered: false },
    {
      read: (page) => list.store.list(caller.account.id, page),
      keep: () => true,
      show: (entries) => withTenantNames(ctx, entries, list.show),
    },
  );

/** GET /api-keys: newest first, one page (C5); deleted ones are gone (A57). */
export async function listKeys(ctx: Base & Identity & Paging, caller: Caller, page: Page) {
  const list = { name: 'api-keys', store: ctx.keys, show: keyRecord };
  const { records: api_keys, ...rest } = await pageOf(ctx, caller, page, list);
  return { api_keys, ...rest };
}

/** GET /smtp-credentials: newest first, one page (C5). */
export async function listSmtpCredentials(ctx: Base & SmtpCredentials & Paging, caller: Caller, page: Page) {
  const list = {
    name: 'smtp-credentials',
    store: ctx.smtp_credentials,
    show: (credential: SmtpCredential, tenant: string | null) =>
      smtpCredentialRecord(credential, tenant, ctx.settings),
  };
  const { records: smtp_credentials, ...rest } = await pageOf(ctx, caller, page, list);
  return { smtp_credentials, ...rest };
}
