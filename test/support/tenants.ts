import { emailRoutes } from '../../functions/emails/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { Scope } from '../../shared/domain/keys/scopes.ts';
import type { TenantRecord } from '../../shared/domain/tenant-admin/tenant-record.ts';
import { freshAccount, inProcess, keyWith, verifiedDomain } from './api.ts';

export const tenantGroups = [...tenantRoutes, ...emailRoutes, ...suppressionRoutes, ...webhookRoutes];

const ada = 'ada@success.simulator.example.net';

/** A new account, with ways to create tenants, their keys, and their domains, and to send for them. */
export async function tenantWorld(ctx: Context, plan: 'free' | 'scale' | 'dedicated' = 'dedicated') {
  const { account, api_key, domain } = await freshAccount(ctx, { plan });
  const call = inProcess(ctx, tenantGroups, api_key);
  const email = { from: `a@${domain}`, to: ada, subject: 's', text: 't' };
  return {
    account,
    api_key,
    domain,
    call,
    email,
    tenant: async (external_id: string, fields: object = {}): Promise<TenantRecord & { id: Id<'ten'> }> => {
      const made = await call('POST', '/tenants', { body: { external_id, ...fields } });
      if (made.status !== 201) throw new Error(made.text);
      return made.body.tenant as TenantRecord & { id: Id<'ten'> };
    },
    send: (fields: object, headers: Record<string, string> = {}) =>
      call('POST', '/emails', { body: { ...email, ...fields }, headers }),
    /** A verified domain that only this tenant may send from. */
    ownDomain: async (tenant: { id: Id<'ten'>; external_id: string }): Promise<string> => {
      const name = `${tenant.external_id}.${domain}`;
      await verifiedDomain(ctx, account.id, name, { tenant: tenant.id });
      return name;
    },
    /** The secret of a key that is limited to the tenant. */
    keyOf: (tenant: { id: Id<'ten'> }, scopes: Scope[] = ['full']): Promise<string> =>
      keyWith(ctx, account.id, scopes, { tenant: tenant.id }),
  };
}
