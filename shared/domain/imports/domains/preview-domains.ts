import type { DomainItem } from '../../../core/records/imports.ts';
import { previewDomain } from '../../domains/preview-domain.ts';
import type { Importing } from '../connection.ts';
import type { ForeignDomain } from '../providers/provider.ts';
import { countsOf, type Slice } from '../slice.ts';
import { domainItem } from './domain-item.ts';

/** What an import made now would do with some domains (M28). */
export async function previewDomains(
  ctx: Importing,
  { work, progress }: Slice,
  next: ForeignDomain[],
): Promise<DomainItem[]> {
  let used = (await countsOf(ctx, work)).domains + progress.totals.domains.imported;
  const items: DomainItem[] = [];
  for (const { name } of next) {
    const item = await domainItem(name, async (input) =>
      (await previewDomain(ctx, work.caller, input, used)) === 'existing'
        ? { status: 'skipped', reason: 'already_here' }
        : { status: 'would_import', reason: null },
    );
    if (item.status === 'would_import') used++;
    items.push(item);
  }
  return items;
}
