import type { TemplateHead } from '../../../core/records/imports.ts';
import type { Template } from '../../../core/records/templates.ts';
import type { Base, Templates } from '../../context.ts';
import type { Slice } from '../slice.ts';
import { assignAliases } from './aliases.ts';

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

/** Each template once, in the order of their source ids. */
function distinct(found: TemplateHead[]): TemplateHead[] {
  const heads = new Map<string, TemplateHead>();
  for (const head of found) if (!heads.has(head.source_id)) heads.set(head.source_id, head);
  return [...heads.values()].sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
}

/** Reads what of the gathered templates is here, and decides what the rest is to be called (M42). */
export async function planTemplates(
  ctx: Base & Templates,
  { work, heads: gathered }: Slice,
): Promise<TemplatePlan> {
  const { caller, connection } = work;
  const heads = distinct([...(await work.earlierHeads()), ...gathered]);
  const origins = heads.map(({ source_id }) => ({ provider: connection.name, source_id }));
  const here = await ctx.templates.bySource(caller.account.id, origins);
  const taken = here.flatMap((found) => (found === null ? [] : [found.template.alias]));
  const aliases = assignAliases(
    heads.filter((_, at) => here[at] === null),
    taken,
  );
  return heads.map((head, at): PlannedTemplate => {
    const found = here[at] ?? null;
    const alias = found?.template.alias ?? (aliases.get(head.source_id) as string);
    return { head, here: found, alias, hash: work.contents.get(head.source_id) };
  });
}
