import { isAppError } from '../../../../shared/core/errors.ts';
import type { Automation } from '../../../../shared/core/records/automations.ts';
import type { Domain } from '../../../../shared/core/records/domains.ts';
import type { Template } from '../../../../shared/core/records/templates.ts';
import type { Tenant } from '../../../../shared/core/records/tenants.ts';
import type { WebhookEndpoint } from '../../../../shared/core/records/webhooks.ts';
import type { Id } from '../../../../shared/core/runtime.ts';
import { getDomain } from '../../../../shared/domain/domains/get-domain.ts';
import type { Scope } from '../../../../shared/domain/keys/scopes.ts';
import { getTemplate } from '../../../../shared/domain/templates/get-template.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { pathOf } from '../pages.tsx';
import type { Hit } from './search-ids.ts';

export type NameLookup = {
  /** What is searched, as worded on the page. */
  what: string;
  scope: readonly Scope[];
  find: (input: SessionInput, text: string) => Promise<Hit[]>;
};

/** Only the newest objects of each kind are compared by name. A full name also finds older ones. */
const newest = { limit: 100, before: null };

/** The longest possible name of an object. */
const longest = 253;

/** The response, or null if the request is refused as unknown or malformed. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isAppError(error) && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

type Kind<T> = Omit<NameLookup, 'find'> & {
  kind: string;
  list: (account: Id<'acc'>) => Promise<T[]>;
  /** Finds an object by its full name. */
  read?: (input: SessionInput, name: string) => Promise<T | null>;
  names: (one: T) => (string | null)[];
  href: (one: T) => string;
};

function lookupOf<T extends { id: string }>({
  kind,
  list,
  read,
  names,
  href,
  ...lookup
}: Kind<T>): NameLookup {
  return {
    ...lookup,
    find: async (input, text) => {
      const wanted = text.toLowerCase();
      const [exact, listed] = await Promise.all([
        read && text.length <= longest ? unlessRefused(read(input, text)) : null,
        list(input.session.caller.account.id),
      ]);
      const named = listed.filter((one) => names(one).some((name) => name?.toLowerCase().includes(wanted)));
      const byId = new Map([...(exact ? [exact] : []), ...named].map((one) => [one.id, one]));
      return [...byId.values()].map((one) => {
        const [name = one.id, about] = names(one).filter(Boolean);
        return { kind, name: name ?? one.id, ...(about && about !== name && { about }), href: href(one) };
      });
    },
  };
}

/** Lookups of the account's objects by part of their names. */
export const nameLookups = (ctx: DashboardContext): NameLookup[] => [
  lookupOf<Domain>({
    what: 'domains',
    kind: 'Domain',
    scope: ['domains:read'],
    list: async (account) => (await ctx.domains.list(account, newest)).entries.map(({ domain }) => domain),
    read: async ({ session }, name) => (await getDomain(ctx, session.caller, name)).domain,
    names: ({ name }) => [name],
    href: ({ name, id }) => pathOf('/domains', name, id),
  }),
  lookupOf<Tenant>({
    what: 'tenants',
    kind: 'Tenant',
    scope: ['full'],
    list: async (account) => (await ctx.tenants.list(account, newest)).entries,
    read: ({ session }, name) => ctx.tenants.find(session.caller.account.id, name),
    names: ({ name, external_id }) => [name, external_id],
    href: ({ external_id, id }) => pathOf('/tenants', external_id, id),
  }),
  lookupOf<Template>({
    what: 'templates',
    kind: 'Template',
    scope: ['templates:read'],
    list: async (account) => (await ctx.templates.list(account, newest)).entries,
    read: ({ session }, name) => getTemplate(ctx, session.caller, name),
    names: ({ name, alias }) => [name, alias],
    href: ({ alias, id }) => pathOf('/templates', alias, id),
  }),
  lookupOf<Automation>({
    what: 'automations',
    kind: 'Automation',
    scope: ['automations:read'],
    list: async (account) => (await ctx.automations.list(account, newest)).entries,
    names: ({ name }) => [name],
    href: ({ id }) => `/automations/${id}`,
  }),
  lookupOf<WebhookEndpoint>({
    what: 'webhook hosts',
    kind: 'Webhook',
    scope: ['webhooks:read'],
    list: (account) => ctx.webhooks.all(account, { consistent: false }),
    names: ({ url }) => [new URL(url).host],
    href: ({ id }) => `/webhooks/${id}`,
  }),
];
