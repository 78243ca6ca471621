import type { EntryKind, ImportRegion, SkipReason } from '../../../core/records/imports.ts';
import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import type { Called, Connection } from '../call-provider.ts';
import type { PagedList } from '../read-pages.ts';
import type { TemplateReader } from '../templates/reader.ts';
import type { DomainSource, HookSource } from './foreign.ts';

/** The keys that a request may carry. */
export type KeyField = 'api_key' | 'account_api_key';

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
