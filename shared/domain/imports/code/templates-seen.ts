import type { TemplateItem } from '../../../core/records/imports.ts';

/** Templates that the prompt names, at most (M63). */
const named = 200;

type Some = { first: TemplateItem[]; count: number };

/** What the prompt has to know of the templates of an import, however many there are: those that are here, and its drafts. */
export type TemplatesSeen = { here: Some; drafts: Some };

function add(some: Some, items: TemplateItem[]): void {
  some.first.push(...items.slice(0, named - some.first.length));
  some.count += items.length;
}

/** Adds more of them. */
export function seeTemplates({ here, drafts }: TemplatesSeen, items: TemplateItem[]): void {
  const are = items.filter(({ alias, status }) => alias !== null && status !== 'failed');
  add(here, are);
  add(
    drafts,
    are.filter(({ status, reason }) => status !== 'skipped' && reason !== null),
  );
}

/** These templates, and no others. */
export function templatesSeen(items: TemplateItem[]): TemplatesSeen {
  const seen: TemplatesSeen = { here: { first: [], count: 0 }, drafts: { first: [], count: 0 } };
  seeTemplates(seen, items);
  return seen;
}
