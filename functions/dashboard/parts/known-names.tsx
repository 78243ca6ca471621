import type { Id } from '../../../shared/core/runtime.ts';
import type { Scope } from '../../../shared/domain/keys/scopes.ts';
import { type Html, nothing } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { NameKind, PageList } from '../ui/field.tsx';
import { logFailedPart } from './failed-part.ts';
import { may } from './pages.ts';

/** A name to choose in a field, and what else its object is called. */
type Known = { value: string; label?: string | undefined };

type Kind = { scope: readonly Scope[]; list: (account: Id<'acc'>) => Promise<Known[]> };

const newest = { limit: 100, before: null };

/** One read each. Fields take other names too, so the newest hundred are enough. */
const kinds = (ctx: DashboardContext): Record<NameKind, Kind> => ({
  templates: {
    scope: ['templates:read'],
    list: async (account) =>
      (await ctx.templates.list(account, newest)).entries.map(({ alias, name }) => ({
        value: alias,
        label: name,
      })),
  },
  tenants: {
    scope: ['full'],
    list: async (account) =>
      (await ctx.tenants.list(account, newest)).entries.map(({ external_id, name }) => ({
        value: external_id,
        label: name,
      })),
  },
  domains: {
    scope: ['domains:read'],
    list: async (account) =>
      (await ctx.domains.list(account, newest)).entries.map(({ domain }) => ({ value: domain.name })),
  },
  senders: {
    scope: ['domains:read'],
    list: async (account) =>
      (await ctx.domains.list(account, newest)).entries
        .filter(({ domain }) => domain.status === 'verified')
        .map(({ domain }) => ({ value: `hello@${domain.name}` })),
  },
  events: {
    scope: ['automations:read'],
    list: async (account) => {
      const { entries } = await ctx.automations.list(account, newest);
      return [...new Set(entries.map(({ event }) => event))].map((value) => ({ value }));
    },
  },
});

/**
 * Lists of the account's own names, for fields whose `names` says which list is theirs. A member sees only the kinds
 * that they may read. Without a list, its fields are plain text, so a failed read doesn't fail the page.
 */
export async function knownNames(
  ctx: DashboardContext,
  input: SessionInput,
  wanted: readonly NameKind[],
): Promise<Html> {
  const all = kinds(ctx);
  const { id } = input.session.caller.account;
  const lists = await Promise.all(
    wanted.map(async (kind) => {
      const { scope, list } = all[kind];
      if (!may(input, scope)) return nothing;
      try {
        return <NameList kind={kind} names={await list(id)} />;
      } catch (thrown) {
        logFailedPart(ctx, input.request_id, kind, thrown);
        return nothing;
      }
    }),
  );
  return <>{lists}</>;
}

/** A list of names for the fields whose `names` is its kind. */
export const NameList = ({ kind, names }: { kind: NameKind | PageList; names: Known[] }): Html => (
  <datalist id={`names-${kind}`}>
    {names.map(({ value, label }) => (
      <option value={value} label={label === value ? undefined : label} />
    ))}
  </datalist>
);
