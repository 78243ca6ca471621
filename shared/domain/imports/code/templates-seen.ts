import type { TemplateItem } from '../../../core/records/imports.ts';

/** The maximum number of bytes in a prompt, including the templates that it lists. */
export const maxPromptBytes = 16 * 1024;
const named = 200;

/** A template as the prompt names it. */
export type SeenTemplate = Pick<TemplateItem, 'source_id' | 'alias' | 'status' | 'reason' | 'variables'>;

type Some = { first: SeenTemplate[]; count: number };

/** An import's templates for the prompt, limited in number: those that exist here, and its drafts. */
export type TemplatesSeen = { here: Some; drafts: Some };

/**
 * Adds items. Once variables exceed a prompt's size, further items are added without theirs. The item that
 * crosses the limit still lists its own.
 */
function add(some: Some, items: TemplateItem[]): void {
  let bytes = some.first.reduce((sum, { variables }) => sum + variables.join().length, 0);
  for (const { source_id, alias, status, reason, variables } of items.slice(0, named - some.first.length)) {
    some.first.push({ source_id, alias, status, reason, variables: bytes < maxPromptBytes ? variables : [] });
    bytes += variables.join().length;
  }
  some.count += items.length;
}

export function seeTemplates({ here, drafts }: TemplatesSeen, items: TemplateItem[]): void {
  const are = items.filter(({ alias, status }) => alias !== null && status !== 'failed');
  add(here, are);
  add(
    drafts,
    are.filter(({ status, reason }) => status !== 'skipped' && reason !== null),
  );
}

export function templatesSeen(items: TemplateItem[]): TemplatesSeen {
  const seen: TemplatesSeen = { here: { first: [], count: 0 }, drafts: { first: [], count: 0 } };
  seeTemplates(seen, items);
  return seen;
}
