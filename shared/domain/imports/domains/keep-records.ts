import type { PlannedChange } from '../../../core/records/imports.ts';
import type { OldRecord, Provider } from '../providers/provider.ts';
import { shownName } from '../slice.ts';

/** Records that are named; a domain has five or so. */
const most = 20;

/**
 * One paragraph on the records of the old provider that mail on its way still needs, and until when (M36). `records` null or
 * empty: the provider did not say, and its usual ones are named.
 */
export function keepOldRecords(
  { title, domains }: Pick<Provider, 'title' | 'domains'>,
  name: string,
  { records, changes }: { records: OldRecord[] | null; changes: PlannedChange[] },
): string {
  const found = records === null || records.length === 0 ? domains.usual(name) : records;
  const named = [...new Set(found.map(({ type, host }) => `${shownName(type)} ${shownName(host)}`))].slice(
    0,
    most,
  );
  const spf = changes.find(({ purpose }) => purpose === 'spf')?.current ?? '';
  const include = domains.include.exec(spf)?.[0];
  const kept = [...named, ...(include === undefined ? [] : [`${include} in the SPF record of ${name}`])];
  return `Keep ${kept.join(', ')} until nothing is sent through ${title} any more, at least 7 days after the last send; names that links and open pixels lead to, as long as links in sent mail shall work.`;
}
