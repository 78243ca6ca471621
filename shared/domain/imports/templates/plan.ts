import type { Template } from '../../../core/records/templates.ts';
import type { Base, Templates } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import type { Called } from '../call-provider.ts';
import { failed, type Slice, type Stop } from '../slice.ts';
import { assignAliases } from './aliases.ts';
import type { TemplateHead } from './reader.ts';

/** A template of the provider, and what is here of it. */
export type PlannedTemplate = {
  head: TemplateHead;
  /** The template that was made of it; `first`: it has not only the same content (M43). */
  here: { template: Template; first: boolean } | null;
  /** What it is called here, or would be. */
  alias: string;
  /** Of one that was converted: what it is recognised by in another domain. */
  hash?: string | undefined;
};

/** Every template of the provider, in the order of their source ids (M42). */
export type TemplatePlan = PlannedTemplate[];

type Ports = Base & Providers & Templates;

const resource = 'templates' as const;

/** The lists of the provider; `left_out`: it has none for us. */
async function listsOf(ctx: Ports, slice: Slice): Promise<{ stop: Stop } | { domains: (string | null)[] }> {
  const { connection } = slice.work;
  const { templates } = connection.provider;
  if (templates.domains === undefined) return { domains: [null] };
  const called = await templates.domains(ctx, connection);
  if (called.outcome === 'ok') return { domains: called.value.map(({ name }) => name) };
  const stop = failed(ctx, slice, { resource, name: resource }, called);
  return stop === 'left_out' ? { domains: [] } : { stop };
}

const nameOf = (domain: string | null) => (domain === null ? resource : `${resource} of ${domain}`);

/** The templates of all lists that can be read; one that cannot is left out from then on (M9, M11). */
async function headsOf(ctx: Ports, slice: Slice): Promise<{ stop: Stop } | { heads: TemplateHead[] }> {
  const { connection } = slice.work;
  const lists = await listsOf(ctx, slice);
  if ('stop' in lists) return lists;
  const several = lists.domains.length > 1;
  const heads = new Map<string, TemplateHead>();
  for (const domain of lists.domains) {
    const name = nameOf(domain);
    if (slice.progress.left_out.includes(name)) continue;
    const called: Called<TemplateHead[]> = await connection.provider.templates.list(ctx, connection, {
      domain,
      several,
    });
    if (called.outcome !== 'ok') {
      const stop = failed(ctx, slice, { resource, name }, called);
      if (stop !== 'left_out') return { stop };
      slice.progress = { ...slice.progress, left_out: [...slice.progress.left_out, name] };
      continue;
    }
    for (const head of called.value) if (!heads.has(head.source_id)) heads.set(head.source_id, head);
  }
  const sorted = [...heads.values()].sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
  return { heads: sorted };
}

/** Reads what the provider has, what of it is here, and what the rest is to be called (M42). */
export async function planTemplates(
  ctx: Ports,
  slice: Slice,
): Promise<{ stop: Stop } | { plan: TemplatePlan }> {
  const { account, connection } = slice.work;
  const read = await headsOf(ctx, slice);
  if ('stop' in read) return read;
  const { heads } = read;
  const origins = heads.map(({ source_id }) => ({ provider: connection.name, source_id }));
  const here = await ctx.templates.bySource(account, origins);
  const taken = here.flatMap((found) => (found === null ? [] : [found.template.alias]));
  const aliases = assignAliases(
    heads.filter((_, at) => here[at] === null),
    taken,
  );
  const plan = heads.map((head, at): PlannedTemplate => {
    const found = here[at] ?? null;
    const alias = found?.template.alias ?? (aliases.get(head.source_id) as string);
    return { head, here: found, alias, hash: slice.work.contents.get(head.source_id) };
  });
  return { plan };
}
