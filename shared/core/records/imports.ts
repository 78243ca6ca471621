import type { Id } from '../runtime.ts';
import type { SuppressionReason } from './lists.ts';

/** What an import can bring over, in the order in which it does (M16). */
export const importResources = ['domains', 'webhooks', 'templates', 'suppressions'] as const;
export type ImportResource = (typeof importResources)[number];

/** The providers that this release imports from, by the names that callers choose (M1). */
export const importProviders = ['sendgrid'] as const;
export type ImportProvider = (typeof importProviders)[number];

export const importRegions = ['us', 'eu'] as const;
export type ImportRegion = (typeof importRegions)[number];

/** A kind of entry that a row of a provider's list becomes. */
export type EntryKind = SuppressionReason | 'product_opt_out';

/** Why a row becomes none (M58). */
export type SkipReason =
  | 'provider_block'
  | 'temporary_failure'
  | 'duplicate'
  | 'invalid_address'
  | 'unknown_reason';

/** found = imported + already_suppressed + skipped + failed; imported = the sum of the kinds (M24). */
export type SuppressionTotals = Record<
  'found' | 'imported' | 'already_suppressed' | 'skipped' | 'failed' | EntryKind,
  number
>;

export type SuppressionReport = {
  totals: SuppressionTotals;
  skipped_reasons: Partial<Record<SkipReason, number>>;
  estimated: boolean;
};

/** What could not be read, in the words of M26; never the provider's own. */
export type ImportError = {
  resource: ImportResource;
  code:
    | 'provider_forbidden'
    | 'provider_not_found'
    | 'provider_refused'
    | 'provider_unavailable'
    | 'provider_bad_answer'
    | 'run_limit'
    | 'not_configured'
    | 'abandoned';
  message: string;
  retryable: boolean;
};

/** How far an import is with the lists of its provider; hashes stand for rows, whose addresses are not kept. */
export type ImportPosition = {
  /** Index of the list. */
  list: number;
  /** Rows of that list that are counted; a row that a killed request wrote has this number or a higher one (M17). */
  rows: number;
  /** Rows of that list that the provider has before the next one. */
  offset: number;
  /** Pages of that list that were read. */
  pages: number;
  /** First row of the page before, where all of it is done: a page that begins and ends as it repeats it (M19). */
  first: string | null;
  /** The last row that is done: the next page begins with it, unless the list has moved (M21). */
  last: string | null;
  /** The list has moved, and is read back from here. */
  seek: number | null;
};

/** What was reported and where to go on: of an import in its record, of a preview in its cursor. */
export type ImportProgress = {
  position: ImportPosition;
  suppressions: SuppressionReport;
  /** How many errors were reported. */
  errors: number;
  /** Since when (epoch ms) the provider gives no usable answer at this position, and how many requests ended so (M11). */
  failing: { since: number; times: number } | null;
};

/** One import (T10): the only item of it that changes. Never the provider's key, nor anything made from it (M13). */
export type Import = ImportProgress & {
  id: Id<'mig'>;
  account: Id<'acc'>;
  provider: ImportProvider;
  region: ImportRegion | null;
  resources: ImportResource[];
  /** Requests that are recorded. */
  step: number;
  done: boolean;
  /** Makes the hashes of its position worth nothing elsewhere. */
  salt: string;
  /** The request that works on it, and until when (epoch ms) no other may (M15). */
  holder: string | null;
  lease_until: number;
  /** Until then (epoch ms) the provider is not called (M10). */
  wait_until: number;
  created_at: string;
  updated_at: string;
};

/** What one request of an import has to report (T10). */
export type ImportPart = { errors: ImportError[] };
