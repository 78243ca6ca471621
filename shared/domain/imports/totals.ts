import type {
  EntryKind,
  ImportItems,
  ImportPosition,
  ImportProgress,
  ImportResource,
  ItemTotals,
  ResourceTotals,
  SkipReason,
  SuppressionReport,
  SuppressionTotals,
  TemplateItem,
} from '../../core/records/imports.ts';
import type { ImportStatus } from './import-record.ts';

export const startOfList = (list: number, source: string | null): ImportPosition => ({
  list,
  source,
  rows: 0,
  offset: 0,
  pages: 0,
  within: 0,
  link: null,
  print: null,
});

export const startProgress = (resources: ImportResource[]): ImportProgress => ({
  stage: resources[0] ?? null,
  after: null,
  position: startOfList(0, null),
  hooks: { gathered: false, done: 0 },
  templates: { gathered: false, unreadable: 0 },
  spooled: {},
  scopes: [],
  suppressions: emptyReport(),
  totals: emptyTotals(),
  errors: 0,
  failing: null,
});

export type RowOutcome = { imported: EntryKind } | { skipped: SkipReason } | 'already_suppressed';

export function emptyReport(): SuppressionReport {
  const none = { found: 0, imported: 0, already_suppressed: 0, skipped: 0, failed: 0 };
  const kinds = { bounce: 0, complaint: 0, unsubscribe: 0, manual: 0, product_opt_out: 0 };
  return { totals: { ...none, ...kinds }, skipped_reasons: {}, estimated: false };
}

function emptyTotals(): ResourceTotals {
  const none = () => ({ found: 0, imported: 0, skipped: 0, failed: 0 });
  return { domains: none(), webhooks: none(), templates: { ...none(), needs_attention: 0 } };
}

export const emptyItems = (): ImportItems => ({ domains: [], webhooks: [], templates: [] });

type Counted = Pick<TemplateItem, 'status' | 'reason'>;

/** The totals including these items. A preview counts each item as an import would. */
export function addTotals<Totals extends ItemTotals>(totals: Totals, items: Counted[]): Totals {
  const sum = { ...totals };
  for (const { status, reason } of items) {
    sum.found++;
    const wouldBe = reason === null ? 'imported' : 'needs_attention';
    const name = status === 'would_import' ? wouldBe : status;
    sum[name as 'imported']++;
  }
  return sum;
}

export function itemTotals({ domains, webhooks, templates }: ImportItems): ResourceTotals {
  const none = emptyTotals();
  return {
    domains: addTotals(none.domains, domains),
    webhooks: addTotals(none.webhooks, webhooks),
    templates: addTotals(none.templates, templates),
  };
}

export function countRow({ totals, skipped_reasons }: SuppressionReport, outcome: RowOutcome): void {
  totals.found++;
  if (outcome === 'already_suppressed') totals.already_suppressed++;
  else if ('imported' in outcome) {
    totals.imported++;
    totals[outcome.imported]++;
  } else {
    totals.skipped++;
    skipped_reasons[outcome.skipped] = (skipped_reasons[outcome.skipped] ?? 0) + 1;
  }
}

export function addReports(one: SuppressionReport, other: SuppressionReport): SuppressionReport {
  const totals = Object.fromEntries(
    Object.entries(one.totals).map(([name, n]) => [name, n + other.totals[name as keyof SuppressionTotals]]),
  ) as SuppressionTotals;
  const skipped_reasons = { ...one.skipped_reasons };
  for (const [reason, n] of Object.entries(other.skipped_reasons) as [SkipReason, number][])
    skipped_reasons[reason] = (skipped_reasons[reason] ?? 0) + n;
  return { totals, skipped_reasons, estimated: one.estimated || other.estimated };
}

export function statusOf({ suppressions, totals, errors }: ImportProgress, done: boolean): ImportStatus {
  if (!done) return 'in_progress';
  const all = [suppressions.totals, totals.domains, totals.webhooks, totals.templates];
  const { needs_attention } = totals.templates;
  if (errors === 0 && all.every(({ failed }) => failed === 0))
    return needs_attention === 0 ? 'completed' : 'partial';
  const came = all.some(({ imported, skipped }) => imported + skipped > 0);
  return came || suppressions.totals.already_suppressed + needs_attention > 0 ? 'partial' : 'failed';
}
