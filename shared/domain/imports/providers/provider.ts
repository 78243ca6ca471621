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

/** Like `ProviderAnswer`, with the body as the caller of the call understands it. */
export type Called<T> = { outcome: 'ok'; value: T } | Exclude<ProviderAnswer, { outcome: 'ok' }>;

/** A GET with the customer's key; `read` returns null for a body of another shape (T2). */
export type Call<T> = {
  path: string;
  field?: KeyField | undefined;
  read: (body: unknown, bytes: number) => T | null;
};

/** `next`: what the path of the page after it takes, null: it is the last. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** A list that comes in pages, whether by numbers of rows or by links; `at` null: its first page. */
export type PagedList<Row> = {
  path: (at: string | null) => string;
  field?: KeyField | undefined;
  pageOf: (body: unknown, at: string | null) => Page<Row> | null;
};

/** A provider as one request of ours calls it. */
export type Connection = {
  name: ImportProvider;
  provider: Provider;
  region: ImportRegion | null;
  /** In the memory of this request, and nowhere else. */
  keys: { api_key: string; account_api_key: string | null };
  /** Epoch ms: later no call begins. */
  until: number;
  seen: { calls: number; waits: number };
  /** Answers that several steps of this request use: the domains of an account, a layout. */
  remembered: Map<string, Promise<unknown>>;
  call: <T>(call: Call<T>) => Promise<Called<T>>;
  /** Every row of a list, in one request of ours. */
  all: <Row>(list: PagedList<Row>) => Promise<Called<Row[]>>;
};

export type Ask<T, In extends unknown[] = []> = (connection: Connection, ...input: In) => Promise<Called<T>>;

export type EntryRow = {
  kind: EntryKind;
  address: string;
  /** The list of its mark: a row that comes twice in one list counts once, in two lists twice. */
  list: string;
  text: string;
  /** The time at which it was added, epoch ms; null where the provider does not say. */
  at: number | null;
  /** The group, stream or tag whose opt-out it is, as the provider names it. */
  scope?: string;
};
export type Skipped = { skip: SkipReason };
export type ListRow = EntryRow | Skipped;

/** A domain or stream with lists of its own; `key` sorts as they are read. */
export type Source = { key: string; name: string };

/** `source` is null where a provider has one list of a kind. */
type RowOf = { row: (raw: unknown, source: Source | null) => ListRow; name: string };

/**
 * A list that is read page by page, over several requests. A position in one that pages by `rows` is their number; in
 * one that pages by `links` it is the link of its page, of which the query alone is used, and how many rows of it
 * are done.
 */
export type PageList = RowOf & {
  paging: 'rows' | 'links';
  pages: (about: { source: Source | null; started: number }) => PagedList<unknown>;
};

export type DumpList = RowOf & { paging: 'dump' };

/** A source's rows in one answer of any size. */
export type Dump = {
  path: (source: string) => string;
  rows: string;
  listOf: (raw: unknown) => number;
  /** The part of a row that is kept until it is processed. */
  kept: (raw: unknown) => unknown;
};

export type OldRecord = { type: string; host: string };

/** A domain as its provider lists it; without `records` they are read by a call for each domain, by `ref`. */
export type ForeignDomain = { name: string; ref?: string; records?: OldRecord[]; disabled?: boolean };

export type DomainSource = {
  field: KeyField;
  /** Each name once or more, in any case. */
  list: Ask<ForeignDomain[]>;
  records?: Ask<OldRecord[], [ForeignDomain]>;
  /** The records that a domain usually has, where the provider does not say. */
  usual: (name: string) => OldRecord[];
  /** The include of its customers' SPF records. */
  include: RegExp;
  /** Addresses that may send without their domain being here. */
  addresses?: Ask<string[]>;
};

/** An event endpoint, or a note on what is none or had more than an address. */
export type FoundHook = { hook: ForeignHook } | { note: Omit<Attention, 'resource'> };

/** A place where a provider keeps event endpoints; `key` sorts as they are read. */
export type HookPlace = {
  key: string;
  name: string;
  read: Ask<FoundHook[]>;
  /** A place that is not there is not reported (T2). */
  optional?: true;
};

export type HookSource = {
  places: Ask<HookPlace[]>;
  /** Table T5: our events by the provider's names. */
  events: Record<string, readonly EventType[]>;
};

/** A template with its content, or the reason why it has none. */
export type ReadTemplate = { dialect: Dialect; source: TemplateSource } | { failed: 'no_version' };

export type TemplateReader = {
  /** Domains that have a list each; without it there is one list. */
  domains?: Ask<Source[]>;
  /** A list as a whole; `domain` null: there is one. `several`: its templates have namesakes in other lists. */
  list: Ask<TemplateHead[], [of: { domain: string | null; several: boolean }]>;
  read: Ask<ReadTemplate, [head: TemplateHead]>;
  /** Whether the provider puts styles into the elements when it sends, which is not done here. */
  inlines_css: boolean;
};

export type Provider = {
  /** The name in messages. */
  title: string;
  /** The key check: a call with each key that the request has. */
  checks: readonly { field: KeyField; path: string; isSound: (body: unknown) => boolean }[];
  headers: (key: string, field: KeyField) => Record<string, string>;
  /** The wait of a 429 that names none, in seconds. */
  usual_wait_s: number;
  page: number;
  /** Said of an account that shows no domains: its key works in both regions. */
  no_domains?: (region: ImportRegion | null) => string;
  /** The domains or streams that have lists; without it there is one list of each kind. */
  sources?: Ask<Source[]>;
  dump?: Dump;
  /** The kinds of suppression lists (T8). */
  lists: readonly (PageList | DumpList)[];
  domains: DomainSource;
  webhooks: HookSource;
  templates: TemplateReader;
};
