import { answer_bytes, bytesIn } from '../../core/answer-size.ts';
import type { Attention, ImportError, ImportItems, ImportPart } from '../../core/records/imports.ts';
import { seeTemplates, type TemplatesSeen, templatesSeen } from './code/templates-seen.ts';
import { type MigrationRecord, type TemplateMap, templateMap } from './import-record.ts';

/** The lists of a report (M22). */
export type ReportLists = ImportItems & {
  errors: ImportError[];
  attention: Attention[];
  template_map: TemplateMap;
};

export const listNames = [
  ...(['domains', 'webhooks', 'templates'] as const),
  ...(['errors', 'attention', 'template_map'] as const),
];

export const noLists = (): ReportLists => ({
  ...{ domains: [], webhooks: [], templates: [] },
  ...{ errors: [], attention: [], template_map: [] },
});

/** What one request reported. */
export const listsOf = ({ items, errors, attention }: ImportPart): ReportLists => ({
  ...{ ...items, errors, attention },
  template_map: templateMap(items.templates),
});

/** Items of each list that an answer has where all of them are too many (M31). */
const shownItems = 1_000;

function cut(lists: ReportLists, most: number): void {
  for (const name of listNames) lists[name].splice(most);
}

export type MergedLists = { lists: ReportLists; seen: TemplatesSeen; truncated: boolean };

/**
 * What all requests reported, in their order; over 5 MB the first 1,000 of each list, fewer where these are over 5 MB too (M31). It
 * never holds more than that and one part.
 */
export async function mergedLists(parts: AsyncIterable<ImportPart>): Promise<MergedLists> {
  const lists = noLists();
  const seen = templatesSeen([]);
  let bytes = 0;
  for await (const part of parts) {
    const next = listsOf(part);
    for (const name of listNames) (lists[name] as unknown[]).push(...next[name]);
    seeTemplates(seen, next.templates);
    bytes += bytesIn(next);
    if (bytes > answer_bytes) cut(lists, shownItems);
  }
  const truncated = bytes > answer_bytes;
  for (let most = shownItems; truncated && most > 1 && bytesIn(lists) > answer_bytes; ) {
    most = Math.floor(most / 2);
    cut(lists, most);
  }
  return { lists, seen, truncated };
}

/** The answer of one request, whose items are at most 4 MB: the map of all templates so far may be larger (M16, M22). */
export function withinAnswer(record: MigrationRecord): MigrationRecord {
  if (bytesIn(record) <= answer_bytes) return record;
  return { ...record, template_map: record.template_map.slice(0, shownItems), truncated: true };
}
