import type { EventType } from '../../../core/records/events.ts';
import type {
  Attention,
  EntryKind,
  ForeignHook,
  ImportProvider,
  ImportRegion,
  SkipReason,
  TemplateHead,
} from '../../../core/records/imports.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { Dialect, TemplateSource } from '../templates/dialect.ts';

export type KeyField = 'api_key' | 'account_api_key';

/** Like `ProviderAnswer`, with a parsed body. */
export type Called<T> = { outcome: 'ok'; value: T } | Exclude<ProviderAnswer, { outcome: 'ok' }>;

/** A GET with the customer's key. `read` returns null for a body with an unexpected structure (T2). */
export type Call<T> = {
  path: string;
  field?: KeyField | undefined;
  read: (body: unknown, bytes: number) => T | null;
};

/** `next` is for the next page's path. Null on the last page. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** A list in pages, by row counts or links. A null `at` means the first page. */
export type PagedList<Row> = {
  path: (at: string | null) => string;
  field?: KeyField | undefined;
  pageOf: (body: unknown, at: string | null) => Page<Row> | null;
};

/** A provider, as one request calls it. */
export type Connection = {
  name: ImportProvider;
  provider: Provider;
  region: ImportRegion | null;
  /** Kept only in this request's memory. */
  keys: { api_key: string; account_api_key: string | null };
  /** Epoch ms. No call starts after this. */
  until: number;
  seen: { calls: number; waits: number };
  /** Responses that several steps of this request use: an account's domains, or a layout. */
  remembered: Map<string, Promise<unknown>>;
  call: <T>(call: Call<T>) => Promise<Called<T>>;
  /** Every row of a list, within one request. */
  all: <Row>(list: PagedList<Row>) => Promise<Called<Row[]>>;
};

export type Ask<T, In extends unknown[] = []> = (connection: Connection, ...input: In) => Promise<Called<T>>;

export type EntryRow = {
  kind: EntryKind;
  address: string;
  /**
   * The list named in the entry's mark. A row repeated within one list counts once. A row in two lists counts
   * twice.
   */
  list: string;
  text: string;
  /** When it was added, epoch ms. Null if the provider doesn't say. */
  at: number | null;
  /** The group, stream, or tag it opts out of, by the provider's name. */
  scope?: string;
};
export type Skipped = { skip: SkipReason };
export type ListRow = EntryRow | Skipped;

/** A domain or stream with its own lists. `key` gives the reading order. */
export type Source = { key: string; name: string };

/** `source` is null if the provider has one list per kind. */
type RowOf = { row: (raw: unknown, source: Source | null) => ListRow; name: string };

/**
 * A list read page by page across requests. In a list paged by `rows`, the position is a row count. In a list
 * paged by `links`, it is the query of the page's link and how many of its rows are done.
 */
export type PageList = RowOf & {
  paging: 'rows' | 'links';
  pages: (about: { source: Source | null; started: number }) => PagedList<unknown>;
};

export type DumpList = RowOf & { paging: 'dump' };

/** A source's rows in one response of any size. */
export type Dump = {
  path: (source: string) => string;
  rows: string;
  listOf: (raw: unknown) => number;
  /** The part of a row kept until it is processed. */
  kept: (raw: unknown) => unknown;
};

export type OldRecord = { type: string; host: string };

/** A domain as its provider lists it. Without `records`, one call per domain reads them by `ref`. */
export type ForeignDomain = { name: string; ref?: string; records?: OldRecord[]; disabled?: boolean };

export type DomainSource = {
  field: KeyField;
  /** Names may repeat, in any case. */
  list: Ask<ForeignDomain[]>;
  records?: Ask<OldRecord[], [ForeignDomain]>;
  /** A domain's usual records, if the provider doesn't say. */
  usual: (name: string) => OldRecord[];
  /** The include in its customers' SPF records. */
  include: RegExp;
  /** Sender addresses that are verified at the provider without a domain. */
  addresses?: Ask<string[]>;
};

/** An event endpoint, or a note about something else found there. */
export type FoundHook = { hook: ForeignHook } | { note: Omit<Attention, 'resource'> };

/** A provider's location for event endpoints. `key` gives the reading order. */
export type HookPlace = {
  key: string;
  name: string;
  read: Ask<FoundHook[]>;
  /** If the place doesn't exist, that isn't reported (T2). */
  optional?: true;
};

export type HookSource = {
  places: Ask<HookPlace[]>;
  /** Table T5: our events by the provider's names. */
  events: Record<string, readonly EventType[]>;
};

/** A template with its content, or why it has none. */
export type ReadTemplate = { dialect: Dialect; source: TemplateSource } | { failed: 'no_version' };

export type TemplateReader = {
  /** Domains with a list each. Without it, there is one list. */
  domains?: Ask<Source[]>;
  /**
   * A whole list. `domain` is null if there is only one list. `several` means that other lists have templates
   * with the same names.
   */
  list: Ask<TemplateHead[], [of: { domain: string | null; several: boolean }]>;
  read: Ask<ReadTemplate, [head: TemplateHead]>;
  /** Whether the provider inlines CSS when it sends, which we don't do. */
  inlines_css: boolean;
};

export type Provider = {
  /** Its name in messages. */
  title: string;
  /** The key check, with one call per key in the request. */
  checks: readonly { field: KeyField; path: string; isSound: (body: unknown) => boolean }[];
  headers: (key: string, field: KeyField) => Record<string, string>;
  /** How many seconds to wait after a 429 that doesn't say how long. */
  usual_wait_s: number;
  page: number;
  /** Shown when an account has no domains, because its key works in both regions. */
  no_domains?: (region: ImportRegion | null) => string;
  /** The domains or streams that have lists. Without it, one list per kind. */
  sources?: Ask<Source[]>;
  dump?: Dump;
  /** The kinds of suppression lists (T8). */
  lists: readonly (PageList | DumpList)[];
  domains: DomainSource;
  webhooks: HookSource;
  templates: TemplateReader;
};
