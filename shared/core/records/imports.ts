import * as z from 'zod';
import type { Id } from '../runtime.ts';
import { eventTypes } from './events.ts';
import type { SuppressionReason } from './lists.ts';

/** The resources that an import can bring over, in their order. */
export const importResources = ['domains', 'webhooks', 'templates', 'suppressions'] as const;
export type ImportResource = (typeof importResources)[number];

export const importProviders = ['sendgrid', 'postmark', 'mailgun'] as const;
export type ImportProvider = (typeof importProviders)[number];

export const importRegions = ['us', 'eu'] as const;
export type ImportRegion = (typeof importRegions)[number];

export type EntryKind = SuppressionReason | 'product_opt_out';

/** The reasons why a row becomes no entry, in the order of reports. */
export const skipReasons = [
  'provider_block',
  'temporary_failure',
  'duplicate',
  'invalid_address',
  'unknown_reason',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** A resource that could not be read, in the words of M26; never the provider's own. */
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

/** A thing that is not imported, or needs a look; never an error. */
export type Attention = {
  resource: ImportResource;
  /** The provider's name of it; empty for the whole resource. */
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

/** The position of an import in the lists of its provider; addresses are not kept. */
export type ImportPosition = {
  list: number;
  /** The domain or stream whose list it is; null: the first one, or a provider with one list of each kind. */
  source: string | null;
  /** Rows of that list that are counted; a row that a killed request wrote has this number or a higher one. */
  rows: number;
  /** Rows of that list that are done. */
  offset: number;
  pages: number;
  /** The rows of its page that are done, where a list pages by links; the last release did not keep them. */
  within?: number;
  /** The query of the link to that page, sealed, because it may name an address; null: the first page. */
  link: string | null;
  /** The fingerprint of the page before, where all of it is done: a provider that does not page repeats it. */
  print?: string | null;
};

/** The result of one thing of the provider (T3, M24); `would_import` in a preview alone. */
export const ItemStatus = z.enum(['imported', 'would_import', 'skipped', 'failed']);

const Text = z.string().nullable();

/** A template of the provider (T3); `reason` and `message` are null where nothing is to be said, ids where nothing was made. */
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

/** The totals of domains and webhooks: found = imported + skipped + failed. */
export const ItemTotals = z.object({ found: Count, imported: Count, skipped: Count, failed: Count });
export type ItemTotals = z.output<typeof ItemTotals>;

/** found = imported + already_suppressed + skipped + failed; imported = the sum of the kinds. */
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

/** The results that were reported, and the place at which to go on. */
export type ImportProgress = {
  /** The resource that is being imported; null: all are done. */
  stage: ImportResource | null;
  /** The last name of this resource that is done; null: none. Of suppressions the position says more. */
  after: string | null;
  position: ImportPosition;
  /** Whether all endpoints of the provider are read, and how many distinct ones are done. */
  hooks: { gathered: boolean; done: number };
  /** Whether all lists of templates are read, and how many templates in a row gave nothing. */
  templates: { gathered: boolean; unreadable: number };
  /** Rows of each kind that the dump of a stream had, in the bucket until they are processed. */
  spooled: Record<string, number[]>;
  /** Groups, streams and tags whose opt-outs became one, as far as they are named. */
  scopes: string[];
  suppressions: SuppressionReport;
  totals: ResourceTotals;
  errors: number;
  /** The time (epoch ms) since which the provider gives no usable answer here, and the requests that ended so. */
  failing: { since: number; times: number } | null;
};

/** One import (T10): the only item of it that changes. Never the provider's key, nor anything made from it. */
export type Import = ImportProgress & {
  id: Id<'mig'>;
  account: Id<'acc'>;
  provider: ImportProvider;
  region: ImportRegion | null;
  resources: ImportResource[];
  /** Requests that are recorded. */
  step: number;
  done: boolean;
  /** Makes the hashes of its position useless elsewhere. */
  salt: string;
  /** The request that took the last lease, and until when (epoch ms) no other may work on it; 0: it has ended. */
  holder: string | null;
  lease_until: number;
  /** Until then (epoch ms) the provider is not called. */
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
  /** As GET /domains/{id} shows them. */
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
  /** In the answer of the request that made it, and nowhere else. */
  secret: z.string().nullable(),
  events: z.array(z.enum(eventTypes)),
  unmapped_events: z.array(z.string()),
});
export type WebhookItem = z.output<typeof WebhookItem>;

export type ImportItems = { domains: DomainItem[]; webhooks: WebhookItem[]; templates: TemplateItem[] };

export type TemplateHead = {
  /** The id by which callers know it. */
  source_id: string;
  name: string;
  /** The text from which its alias is made; empty where it has none of its own. */
  slug: string;
  /** The text that follows when another template has that alias. */
  suffix: string;
  /** The text that follows when a template of another server has the name; without it the suffix does. */
  server?: string;
  at: { id: string; domain: string | null };
};

/** An event endpoint of a provider, with the provider's names of events; never a user name or password. */
export type ForeignHook = { url: string; events: string[] };

/** The report of one request of an import (T10). */
export type ImportPart = {
  errors: ImportError[];
  attention: Attention[];
  items: ImportItems;
  hooks: ForeignHook[];
  /** The entries that it read from the provider's lists of templates, for the requests that read these templates. */
  heads: TemplateHead[];
};
