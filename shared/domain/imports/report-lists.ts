import { answer_bytes, bytesIn } from '../../core/answer-size.ts';
import type { ImportItems, ImportPart } from '../../core/records/imports.ts';
import { seeTemplates, type TemplatesSeen, templatesSeen } from './code/templates-seen.ts';
import { type MigrationRecord, type TemplateMap, templateMap } from './import-record.ts';
import { emptyItems } from './totals.ts';

type ReportLists = ImportItems & Pick<ImportPart, 'errors' | 'attention'> & { template_map: TemplateMap };

const listNames = ['domains', 'webhooks', 'templates', 'errors', 'attention', 'template_map'] as const;

const listsOf = ({ items, errors, attention }: ImportPart): ReportLists => ({
  ...items,
  errors,
  attention,
  template_map: templateMap(items.templates),
});

/** How many items of each list are shown if all lists together exceed 5 MB. */
const maxItems = 1_000;

type Counts = Record<(typeof listNames)[number], number>;

/** `counts` has the size of each list, if items are left out. */
export type MergedLists = { lists: ReportLists; seen: TemplatesSeen; counts: Counts | null };

function cut(lists: ReportLists, max: number): void {
  for (const name of listNames) lists[name].splice(max);
}

/**
 * All requests' reports in order. Above 5 MB, only the first 1,000 items of each list, with all counts.
 * Memory never exceeds that plus one part.
 */
export async function mergedLists(parts: AsyncIterable<ImportPart>): Promise<MergedLists> {
  const lists: ReportLists = { ...emptyItems(), errors: [], attention: [], template_map: [] };
  const seen = templatesSeen([]);
  const counts = Object.fromEntries(listNames.map((name) => [name, 0])) as Counts;
  let bytes = 0;
  for await (const part of parts) {
    const next = listsOf(part);
    for (const name of listNames) {
      (lists[name] as unknown[]).push(...next[name]);
      counts[name] += next[name].length;
    }
    seeTemplates(seen, next.templates);
    bytes += bytesIn(next);
    if (bytes > answer_bytes) cut(lists, maxItems);
  }
  return { lists, seen, counts: bytes > answer_bytes ? counts : null };
}

/** The lists that fit a response, with fewer items if the first 1,000 also exceed 5 MB. */
export function withinLists(merged: MergedLists): MergedLists {
  const { lists } = merged;
  for (let max = maxItems; max > 1 && bytesIn(lists) > answer_bytes; ) {
    max = Math.floor(max / 2);
    cut(lists, max);
  }
  return merged;
}

/** One request's response. Items are at most 4 MB, but the template map and notes may be larger. */
export function withinAnswer(record: MigrationRecord): MigrationRecord {
  if (bytesIn(record) <= answer_bytes) return record;
  const { template_map, attention } = record;
  return {
    ...record,
    template_map: template_map.slice(0, maxItems),
    attention: attention.slice(0, maxItems),
    truncated: true,
  };
}
