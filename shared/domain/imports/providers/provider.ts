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
import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { Dialect } from '../templates/dialect.ts';
import type { TemplateSource } from '../templates/source.ts';

/** The keys that a request may carry. */
export type KeyField = 'api_key' | 'account_api_key';

/** A provider, and what a request has asked of it. */
export type Connection = {
  name: ImportProvider;
  provider: Provider;
  region: ImportRegion | null;
  /** In the memory of this request, and nowhere else (M13). */
  keys: { api_key: string; account_api_key: string | null };
  /** Epoch ms: later no call begins. */
  until: number;
  /** What this request has asked of the provider so far. */
  seen: { calls: number; waits: number };
  /** Answers that several steps of this request use: the domains of an account, a layout. */
  remembered: Map<string, Promise<unknown>>;
};

/** Like `ProviderAnswer`, with the body as the caller of the call understands it. */
export type Called<T> = { outcome: 'ok'; value: T } | Exclude<ProviderAnswer, { outcome: 'ok' }>;

/** What a row of a provider's list says. */
export type ListRow =
  | {
      kind: EntryKind;
      /** As the provider writes it. */
      address: string;
      /** The list of its mark: a row that comes twice in one list counts once, in two lists twice (M55). */
      list: string;
      /** The provider's own words about it. */
      text: string;
      /** When it was added, epoch ms; null where the provider does not say. */
      at: number | null;
      /** The group, stream or tag whose opt-out it is, as the provider names it (M27). */
      scope?: string;
    }
  | { skip: SkipReason };

/** A domain or stream with lists of its own; `key` sorts as they are read (M53). */
export type Source = { key: string; name: string };

/** A page; `next`: what the path of the page after it takes, null: it is the last. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** A list that comes in pages, whether by numbers of rows or by links; `at` null: its first page. */
export type PagedList<Row> = {
  path: (at: string | null) => string;
  field?: KeyField;
  /** null: an answer of another shape (T2). */
  pageOf: (body: unknown, at: string | null) => Page<Row> | null;
};

type RowOf = {
  /** `source` is null where a provider has one list of a kind. */
  row: (raw: unknown, source: Source | null) => ListRow;
  name: string;
};

/**
 * A list that is read page by page, over several requests. A position in one that pages by `rows` is their number; in one that pages
 * by `links` it is the link of its page, of which the query alone is used (M12), and how many rows of it are done.
 */
export type PageList = RowOf & {
  paging: 'rows' | 'links';
  pages: (about: { source: Source | null; started: number }) => PagedList<unknown>;
};

/** Rows of one kind of a dump (M60). */
export type DumpList = RowOf & { paging: 'dump' };

/** One kind of suppression list of a provider (T8). */
export type ProviderList = PageList | DumpList;

/** A record of the old provider in a customer's DNS. */
export type OldRecord = { type: string; host: string };

/** A domain as its provider lists it; `records` null: they are read one domain at a time. */
export type ForeignDomain = { name: string; ref: string; records: OldRecord[] | null; disabled: boolean };

type Ask<T, Input extends unknown[] = []> = (
  ctx: Base & Providers,
  connection: Connection,
  ...input: Input
) => Promise<Called<T>>;

/** The sending domains of an account (M33). */
export type DomainSource = {
  /** The key that its calls take. */
  field: KeyField;
  /** Each name once or more, in any case. */
  list: Ask<ForeignDomain[]>;
  records?: Ask<OldRecord[], [ForeignDomain]>;
  /** The records that it usually has, where its own list does not say. */
  usual: (name: string) => OldRecord[];
  /** What SPF records of its customers include. */
  include: RegExp;
  /** Addresses that may send without their domain being here. */
  addresses?: Ask<string[]>;
};

/** What one place of a provider's endpoints holds; `others`: what is no event endpoint, or had more than an address (M27). */
export type FoundHooks = { hooks: ForeignHook[]; others: Omit<Attention, 'resource'>[] };

/** A place where a provider keeps event endpoints; `key` sorts as they are read. */
export type HookPlace = {
  key: string;
  /** As errors name it. */
  name: string;
  read: Ask<FoundHooks>;
  /** What it lacks is not reported (T2). */
  optional?: true;
};

/** The event endpoints of an account (M38). */
export type HookSource = {
  places: Ask<HookPlace[]>;
  /** Table T5: our events by the provider's names. */
  events: Record<string, readonly EventType[]>;
};

/** A template with its content, or why it has none. */
export type ReadTemplate = { dialect: Dialect; source: TemplateSource } | { failed: 'no_version' };

/** How a provider's templates are read (M43). */
export type TemplateReader = {
  /** Domains that have a list each; without it there is one list. */
  domains?: (ctx: Base & Providers, connection: Connection) => Promise<Called<Source[]>>;
  /** A list as a whole; `domain` null: there is one. `several`: its templates have namesakes in other lists. */
  list: (
    ctx: Base & Providers,
    connection: Connection,
    of: { domain: string | null; several: boolean },
  ) => Promise<Called<TemplateHead[]>>;
  read: (ctx: Base & Providers, connection: Connection, head: TemplateHead) => Promise<Called<ReadTemplate>>;
  /** Whether the provider puts styles into the elements when it sends, which is not done here (M27). */
  inlines_css: boolean;
};

/** What an import has to know of a provider. */
export type Provider = {
  /** As it is written in messages (M1). */
  title: string;
  /** The key check (M8): a call with each key that the request has. */
  checks: readonly { field: KeyField; path: string; isSound: (body: unknown) => boolean }[];
  headers: (key: string, field: KeyField) => Record<string, string>;
  /** The wait of a 429 that names none, in seconds (M10). */
  usual_wait_s: number;
  /** Rows of a full page. */
  page: number;
  /** Said of an account that shows no domains: its key works in both regions (M27). */
  no_domains?: (region: ImportRegion | null) => string;
  /** Whose lists there are; without it there is one list of each kind. */
  sources?: (ctx: Base & Providers, connection: Connection) => Promise<Called<Source[]>>;
  /** Where a source has all of its rows in one answer of any size: its path, the key of its array, and the list of a row (M60). */
  dump?: {
    path: (source: string) => string;
    rows: string;
    listOf: (raw: unknown) => number;
    /** What of a row is kept until it is processed. */
    kept: (raw: unknown) => unknown;
  };
  lists: readonly ProviderList[];
  domains: DomainSource;
  webhooks: HookSource;
  templates: TemplateReader;
};
