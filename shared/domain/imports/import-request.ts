import * as z from 'zod';
import type { IssueRule } from '../../core/errors.ts';
import { importProviders, importRegions, importResources } from '../../core/records/imports.ts';
import { type Scope, scopes } from '../keys/scopes.ts';

/** Any visible ASCII character. A blank or line break around a key is a copying mistake (T1). */
const ProviderKey = z
  .string()
  .regex(/^[!-~]{1,512}$/, { error: 'must be 1 to 512 ASCII characters without spaces or line breaks' });

/** POST /migrations (T1). Fills the account's lists, never a tenant's. */
export const StartImport = z
  .looseObject({
    provider: z.enum(importProviders),
    api_key: ProviderKey,
    account_api_key: ProviderKey.optional(),
    region: z.enum(importRegions).optional(),
    resources: z.array(z.enum(importResources)).min(1).optional(),
    dry_run: z.boolean().default(false),
    cursor: z.string().optional(),
  })
  .superRefine((body, issues) => {
    const refuse = (path: string, rule: IssueRule, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], params: { rule }, message });
    const { provider, tenant, account_api_key, region, resources } = body;
    if (tenant !== undefined && tenant !== null)
      refuse('tenant', 'unknown', 'an import always covers the whole account, so tenant is not allowed');
    if (account_api_key !== undefined && provider !== 'postmark')
      refuse('account_api_key', 'conflict', 'account_api_key is allowed only with postmark');
    if (account_api_key === undefined && provider === 'postmark' && resources?.includes('domains'))
      refuse('account_api_key', 'required', 'Postmark requires the account token to list domains');
    if (region !== undefined && provider === 'postmark')
      refuse('region', 'conflict', 'region is not allowed with postmark, which has no regions');
  });
export type StartImport = z.output<typeof StartImport>;

/** A body with its defaults (T1). */
export const requestOf = (body: StartImport) => ({
  provider: body.provider,
  region: body.provider === 'postmark' ? null : (body.region ?? 'us'),
  resources: importResources.filter((name) => body.resources?.includes(name) ?? true),
  dry_run: body.dry_run,
  api_key: body.api_key,
  account_api_key: body.account_api_key ?? null,
});
export type ImportRequest = ReturnType<typeof requestOf>;

/**
 * The scopes for the resources that a body names, or for all resources. Determined before the fields are
 * checked.
 */
export function importScopes({ resources }: Record<string, unknown>): Scope[] {
  const named = Array.isArray(resources) ? importResources.filter((name) => resources.includes(name)) : [];
  const needed = new Set<Scope>(
    (named.length > 0 ? named : importResources).map((name) => `${name}:write` as const),
  );
  return scopes.filter((scope) => needed.has(scope));
}
