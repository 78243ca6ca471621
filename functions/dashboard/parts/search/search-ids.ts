import { isObject } from '../../../../shared/core/json-path.ts';
import type { Id, IdPrefix } from '../../../../shared/core/runtime.ts';
import type { Scope } from '../../../../shared/domain/keys/scopes.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { Facts } from '../../../../shared/http/resource-declaration.ts';
import { resources } from '../../../resources.ts';
import type { DashboardContext } from '../../context.ts';
import type { UncheckedCall } from '../calls.ts';
import { kindOf } from '../pages.tsx';

/** A search result; `href` is null if it has no page. `about` is what else names it. */
export type Hit = { kind: string; name: string; about?: string | null; href: string | null };

/** `find` gets only ids with its own prefix. */
type Lookup = { scope: readonly Scope[] | null; find(input: SessionInput, id: Id<IdPrefix>): Promise<Hit[]> };

/** Max tenants whose lists are searched for a suppression. */
const searched_tenants = 100;

/** Lookups of exact ids by prefix. Each finds only the account's own objects. */
export function idLookups(ctx: DashboardContext, call: UncheckedCall): Record<string, Lookup> {
  /** Finds a resource's object by its naming field. An object without its own page links to its list. */
  const member = ({ id: prefix, path, param = 'id', noun, read, named = '', pages }: Facts) => {
    const find: Lookup['find'] = async (input, id) => {
      const answer = await call<object>({ ...input, params: { [param]: id } }, `GET ${path}/{${param}}`, {
        further: true,
      });
      const object = Object.values(answer).find(isObject) ?? {};
      const href = pages === undefined ? path : `${pages}/${id}`;
      return [{ kind: kindOf(noun), name: String(object[named] || id), href }];
    };
    // Import pages require `full`, because an import can create every kind of object.
    return [prefix, { scope: prefix === 'mig' ? ['full'] : read, find }] as const;
  };

  const findDelivery: Lookup['find'] = async ({ session: { caller } }, id: Id<'whd'>) => {
    const endpoints = await ctx.webhooks.all(caller.account.id);
    const found = await Promise.all(
      endpoints.map(async ({ id: webhook, log_shards }) => {
        const [delivery] = await ctx.delivery_log.find(webhook, log_shards, [id]);
        const href = `/webhooks/${webhook}/deliveries/${id}`;
        return delivery ? [{ kind: 'Webhook delivery', name: delivery.event_type, href }] : [];
      }),
    );
    return found.flat();
  };

  const findRun: Lookup['find'] = async ({ session: { caller } }, id: Id<'run'>) => {
    const run = await ctx.runs.get(id);
    if (run === null || run.account !== caller.account.id) return [];
    return [{ kind: 'Run', name: id, href: `/automations/${run.automation_id}/runs/${id}` }];
  };

  /** An event's payload names no account, so ownership is checked by its email or run. */
  const findEvent: Lookup['find'] = async (input, id: Id<'evt'>) => {
    const payload = await ctx.deliveries.readPayload(input.session.caller.account.id, id);
    const { email_id, run_id } = payload === null ? {} : JSON.parse(payload).data;
    const about: Id<'msg' | 'inb' | 'run'> = email_id ?? run_id ?? 'msg_';
    const lookup = { msg: lookups.msg, inb: lookups.inb, run: lookups.run }[about.split('_')[0] ?? ''];
    return lookup ? lookup.find(input, about) : [];
  };

  /** Searches the lists of the account and its newest tenants. */
  const findSuppression: Lookup['find'] = async ({ session: { caller } }, id: Id<'sup'>) => {
    const account = caller.account.id;
    const inList = async (tenant: { id: Id<'ten'>; external_id: string } | null): Promise<Hit[]> => {
      const entry = await ctx.suppressions.find({ account, tenant: tenant?.id ?? null }, id);
      if (entry === null) return [];
      const query = new URLSearchParams({
        email: entry.email,
        ...(tenant && { tenant: tenant.external_id }),
      });
      return [{ kind: 'Suppression', name: entry.email, href: `/suppressions?${query}` }];
    };
    const [own, { entries }] = await Promise.all([
      inList(null),
      ctx.tenants.list(account, { limit: searched_tenants, before: null }),
    ]);
    return own.length > 0 ? own : (await Promise.all(entries.map(inList))).flat();
  };

  const findOptOut: Lookup['find'] = async ({ session: { caller } }, id: Id<'opt'>) => {
    const list = { account: caller.account.id, tenant: null };
    // A list starts below its position. The id plus one character sorts just above the id.
    const { entries } = await ctx.opt_outs.list(list, { limit: 1, before: `${id}~` });
    return entries
      .filter((entry) => entry.id === id)
      .map(({ email }) => ({
        kind: 'Opt-out',
        name: email,
        href: `/opt-outs?${new URLSearchParams({ email })}`,
      }));
  };

  const findEventSent: Lookup['find'] = async ({ session: { caller } }, id: Id<'ae'>) => {
    const stored = await ctx.custom_events.get(id);
    if (stored === null || stored.account !== caller.account.id) return [];
    return [{ kind: 'Custom event', name: stored.posted.event.name, href: `/events/${id}` }];
  };

  const findUpload: Lookup['find'] = async ({ session: { caller } }, id: Id<'att'>) => {
    const [upload] = await ctx.attachments.find(caller.account.id, [id]);
    return upload ? [{ kind: 'Uploaded file', name: upload.name, href: null }] : [];
  };

  const findAccount: Lookup['find'] = async ({ session: { caller } }, id) =>
    id === caller.account.id ? [{ kind: 'Account', name: id, href: '/settings' }] : [];

  const findMember: Lookup['find'] = async ({ session }, id: Id<'mem'>) => {
    if (session.member.role !== 'owner') return [];
    const member = await ctx.members.get(session.caller.account.id, id);
    return member ? [{ kind: 'Member', name: member.email, href: '/settings/members' }] : [];
  };

  const lookups: Record<string, Lookup> = {
    ...Object.fromEntries(resources.filter(({ named }) => named).map(member)),
    whd: { scope: ['webhooks:read'], find: findDelivery },
    evt: { scope: ['webhooks:read'], find: findEvent },
    run: { scope: ['automations:read'], find: findRun },
    sup: { scope: ['suppressions:read'], find: findSuppression },
    opt: { scope: ['suppressions:read'], find: findOptOut },
    ae: { scope: ['automations:read'], find: findEventSent },
    att: { scope: ['emails:send'], find: findUpload },
    acc: { scope: null, find: findAccount },
    mem: { scope: null, find: findMember },
  };
  return lookups;
}
