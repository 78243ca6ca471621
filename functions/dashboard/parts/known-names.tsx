import type { Domain } from '../../../shared/core/records/domains.ts';
import type { Id } from '../../../shared/core/runtime.ts';
import type { Scope } from '../../../shared/domain/keys/scopes.ts';
import { type Html, nothing } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { NameKind, PageList } from '../ui/field.tsx';
import { readOr } from './failed-part.ts';
import { may } from './pages.tsx';

/** A field suggestion, with its object's other name. */
type Known = string | { value: string; label: string };

type Kind = { scope: readonly Scope[]; list: (account: Id<'acc'>) => Promise<Known[]> };

/** One read each. Fields take other names too, so the newest hundred are enough. */
const newest = { limit: 100, before: null };

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
      (await ctx.domains.list(account, newest)).entries.map(({ domain }) => domain.name),
  },
  senders: {
    scope: ['domains:read'],
    list: async (account) => sendersOf((await ctx.domains.list(account, newest)).entries),
  },
  events: {
    scope: ['automations:read'],
    list: async (account) => (await ctx.automations.list(account, newest)).entries.map(({ event }) => event),
  },
});

/** An address at each verified domain. A domain comes before its subdomains. */
export const sendersOf = (entries: readonly { domain: Pick<Domain, 'name' | 'status'> }[]): string[] =>
  entries
    .flatMap(({ domain: { name, status } }) => (status === 'verified' ? [`hello@${name}`] : []))
    .toSorted((a, b) => a.length - b.length);

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
      const names = await readOr(ctx, input, { part: kind, or: null }, () => list(id));
      return names ? <NameList kind={kind} names={names} /> : nothing;
    }),
  );
  return <>{lists}</>;
}

/** Suggestions for fields whose `names` is this kind, without duplicates. */
export const NameList = ({ kind, names }: { kind: NameKind | PageList; names: readonly Known[] }): Html => (
  <datalist id={`names-${kind}`}>
    {[...new Set(names)].map((one) => {
      const { value, label } = typeof one === 'string' ? { value: one, label: one } : one;
      return <option value={value} label={label === value ? undefined : label} />;
    })}
  </datalist>
);
