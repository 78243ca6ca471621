import * as z from 'zod';
import type { Id } from '../runtime.ts';
import { eventTypes } from './events.ts';
import type { SuppressionReason } from './lists.ts';

/** The resources that an import can copy, in import order. */
export const importResources = ['domains', 'webhooks', 'templates', 'suppressions'] as const;
export type ImportResource = (typeof importResources)[number];

export const importProviders = ['sendgrid', 'postmark', 'mailgun'] as const;
export type ImportProvider = (typeof importProviders)[number];

export const importRegions = ['us', 'eu'] as const;
export type ImportRegion = (typeof importRegions)[number];

export type EntryKind = SuppressionReason | 'product_opt_out';

/** Why a row is skipped, in report order. */
export const skipReasons = [
  'provider_block',
  'temporary_failure',
  'duplicate',
  'invalid_address',
  'unknown_reason',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** A resource that could not be read, in our own words, never the provider's. */
export type ImportError = {
  resource: ImportResource;
  code:
    | 'provider_forbidden'
    | 'provider_not_found'
    | 'provider_refused'
    | 'provider_unavailable'
    | 'provider_bad_answer'
    | 'account_api_key_missing'
    | 'run_limit'
    | 'plan_limit'
    | 'not_configured'
    | 'abandoned';
  message: string;
  retryable: boolean;
};

/** A note about something that isn't imported or needs review. Not an error. */
export type Attention = {
  resource: ImportResource;
  /** The provider's name for the object. Empty for the whole resource. */
  name: string;
  reason: AttentionReason;
  action: string;
};

type AttentionReason =
  | 'inbound_route'
  | 'webhook_auth'
  | 'webhook_events'
  | 'webhook_secret'
  | 'groups_merged'
  | 'domains_merged'
  | 'domain_disabled'
  | 'sender_signature'
  | 'css_not_inlined'
  | 'no_domains';

/** An import's position in its provider's lists, without addresses. */
export type ImportPosition = {
  list: number;
  /** The domain or stream of the current list. Null for the first one, or if each kind has one list. */
  source: string | null;
  /**
   * How many rows of that list have been counted. A row that a killed request wrote has this number or a
   * higher one.
   */
  rows: number;
  /** How many rows of that list are finished. */
  offset: number;
  pages: number;
  /** Rows already processed on the current page, for lists paged by links. */
  within: number;
  /** The sealed query of the page's link, which may contain an address. Null for the first page. */
  link: string | null;
  /** Fingerprint of the previous page once it is finished, to detect a provider that repeats a page. */
  print: string | null;
};

/** The result for one provider object; `would_import` only in a preview. */
export const ItemStatus = z.enum(['imported', 'would_import', 'skipped', 'failed']);

const Text = z.string().nullable();

/** A provider's template. `reason` and `message` may be null. Ids are null if nothing was created. */
export const TemplateItem = z.object({
  name: z.string(),
  source_id: z.string(),
  alias: Text,
  status: z.enum(['imported', 'would_import', 'needs_attention', 'skipped', 'failed']),
  reason: Text,
  message: Text,
  template_id: Text,
  published: z.boolean(),
  variables: z.array(z.string()),
  notes: z.array(z.string()),
});
export type TemplateItem = z.output<typeof TemplateItem>;

const Count = z.int();

/** Totals of domains and webhooks: found = imported + skipped + failed. */
export const ItemTotals = z.object({ found: Count, imported: Count, skipped: Count, failed: Count });
export type ItemTotals = z.output<typeof ItemTotals>;

/** found = imported + already_suppressed + skipped + failed. Imported is the sum of the kinds. */
export const SuppressionTotals = ItemTotals.extend({
  already_suppressed: Count,
  bounce: Count,
  complaint: Count,
  unsubscribe: Count,
  manual: Count,
  product_opt_out: Count,
});
export type SuppressionTotals = z.output<typeof SuppressionTotals>;

export type SuppressionReport = {
  totals: SuppressionTotals;
  skipped_reasons: Partial<Record<SkipReason, number>>;
  estimated: boolean;
};

export const TemplateTotals = ItemTotals.extend({ needs_attention: Count });
type TemplateTotals = z.output<typeof TemplateTotals>;

export type ResourceTotals = { domains: ItemTotals; webhooks: ItemTotals; templates: TemplateTotals };

/** Reported results, and where to resume. */
export type ImportProgress = {
  /** The resource being imported. Null when all are done. */
  stage: ImportResource | null;
  /** The last finished name of this resource. Null if none. For suppressions, see the position. */
  after: string | null;
  position: ImportPosition;
  /** Whether all provider endpoints are read, and how many distinct ones are finished. */
  hooks: { gathered: boolean; done: number };
  /** Whether all template lists are read, and how many consecutive templates were unreadable. */
  templates: { gathered: boolean; unreadable: number };
  /** Row counts by kind from a stream's dump, kept in the bucket until processed. */
  spooled: Record<string, number[]>;
  /** The names of groups, streams, and tags that were merged into one opt-out. */
  scopes: string[];
  suppressions: SuppressionReport;
  totals: ResourceTotals;
  errors: number;
  /**
   * When (epoch ms) the provider's responses at this position became unusable, and how many requests have ended
   * because of that.
   */
  failing: { since: number; times: number } | null;
};

/** One import and its only mutable item. Never includes the provider's key or anything derived from it. */
export type Import = ImportProgress & {
  id: Id<'mig'>;
  account: Id<'acc'>;
  provider: ImportProvider;
  region: ImportRegion | null;
  resources: ImportResource[];
  /** Recorded requests. */
  step: number;
  done: boolean;
  /** A salt, so that the position's hashes are useless elsewhere. */
  salt: string;
  /** The request with the latest lease, and when its exclusive hold ends (epoch ms). 0 once it has ended. */
  holder: string | null;
  lease_until: number;
  /** The provider is not called until then (epoch ms). */
  wait_until: number;
  created_at: string;
  updated_at: string;
};

export type PlannedChange = {
  action: 'add' | 'update' | 'keep' | 'done';
  type: 'TXT' | 'CNAME' | 'MX';
  host: string;
  value: string;
  purpose: string;
  current: string | null;
  note: string | null;
};

export type DomainItem = {
  name: string;
  status: z.output<typeof ItemStatus>;
  reason: 'already_here' | 'owned_by_tenant' | 'plan_limit' | 'domain_claimed' | 'name_refused' | null;
  message: string | null;
  domain_id: Id<'dom'> | null;
  /** As in GET /domains/{id}. */
  records: Record<string, unknown>[];
  dns_plan: { checked: boolean; changes: PlannedChange[]; keep_old_records: string } | null;
  dashboard_url: string | null;
};

export const WebhookItem = z.object({
  url: z.string(),
  status: ItemStatus,
  reason: z.enum(['already_here', 'no_mapped_event', 'url_refused', 'plan_limit']).nullable(),
  message: Text,
  webhook_id: Text,
  enabled: z.boolean(),
  /** Present only in the response to the request that created it. */
  secret: z.string().nullable(),
  events: z.array(z.enum(eventTypes)),
  unmapped_events: z.array(z.string()),
});
export type WebhookItem = z.output<typeof WebhookItem>;

export type ImportItems = { domains: DomainItem[]; webhooks: WebhookItem[]; templates: TemplateItem[] };

export type TemplateHead = {
  /** The id that callers know. */
  source_id: string;
  name: string;
  /** The text from which its alias is made. Empty if there is none. */
  slug: string;
  /** Appended to the alias if another template already has it. */
  suffix: string;
  /** Appended if another server's template has that name. If absent, `suffix` is used. */
  server?: string;
  at: { id: string; domain: string | null };
};

/** A provider's event endpoint, with the provider's event names. Never includes a user name or password. */
export type ForeignHook = { url: string; events: string[] };

/** The report of one import request. */
export type ImportPart = {
  errors: ImportError[];
  attention: Attention[];
  items: ImportItems;
  hooks: ForeignHook[];
  /** The entries of the template list that it read. Later requests read those templates. */
  heads: TemplateHead[];
};
