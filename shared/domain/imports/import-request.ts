import * as z from 'zod';
import {
  type ImportResource,
  importProviders,
  importRegions,
  importResources,
} from '../../core/records/imports.ts';
import { type Scope, scopes } from '../keys/scopes.ts';

/** Any character of ASCII that is seen: a blank or a line break around a key is a mistake of copying (T1). */
const ProviderKey = z
  .string()
  .regex(/^[!-~]{1,512}$/, { error: 'write 1 to 512 characters of ASCII without blanks and line breaks' });

/** In the order of an import, each once (T1). */
const inOrder = (given: ImportResource[]): ImportResource[] =>
  importResources.filter((name) => given.includes(name));

const fault = (path: string, rule: 'unknown' | 'conflict', message: string) => ({
  code: 'custom' as const,
  path: [path],
  params: { rule },
  message,
});

/** POST /migrations (T1). It fills the lists of the account, never those of a tenant (M2). */
export const StartImport = z
  .looseObject({
    provider: z.enum(importProviders, { error: 'this release imports from sendgrid' }),
    api_key: ProviderKey.meta({ description: 'The key of the old provider; never stored' }),
    account_api_key: ProviderKey.optional().meta({ description: 'Of providers that have one' }),
    region: z.enum(importRegions).default('us'),
    resources: z
      .array(z.enum(importResources))
      .min(1)
      .default([...importResources])
      .transform(inOrder),
    dry_run: z.boolean().default(false),
    cursor: z.string().optional().meta({ description: 'next_cursor of the answer before' }),
  })
  .superRefine((body, issues) => {
    if (body.tenant !== undefined)
      issues.addIssue(fault('tenant', 'unknown', 'an import fills the lists of the account'));
    if (body.account_api_key !== undefined)
      issues.addIssue(fault('account_api_key', 'conflict', 'this provider has no account key'));
  });
export type StartImport = z.output<typeof StartImport>;

const scopeOf = (resource: ImportResource): Scope => `${resource}:write`;

/** The scopes that a body asks for before its fields are checked: those of what it names, of all when it names none (M3). */
export function importScopes({ resources }: Record<string, unknown>): Scope[] {
  const named = Array.isArray(resources) ? importResources.filter((name) => resources.includes(name)) : [];
  const needed = (named.length > 0 ? named : [...importResources]).map(scopeOf);
  return scopes.filter((scope) => needed.includes(scope));
}
