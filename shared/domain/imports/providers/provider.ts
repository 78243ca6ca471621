import type { EntryKind, SkipReason } from '../../../core/records/imports.ts';

/** What a row of a provider's list says; `ignored`: it was added after the import began (M21). */
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
    }
  | { skip: SkipReason }
  | 'ignored';

/** One suppression list of a provider (T8). */
export type ProviderList = {
  name: string;
  /** The rows from `offset` on; `started` in epoch ms: later additions are left out where the provider can do so. */
  path: (page: { offset: number; started: number }) => string;
  /** The rows of an answer; null: it is of another shape. */
  rowsOf: (body: unknown) => unknown[] | null;
  row: (raw: unknown, started: number) => ListRow;
  /** What a row is recognised by in another page (M21). */
  identity: (raw: unknown) => string;
};

/** What an import has to know of a provider: data, and pure functions of its answers. */
export type Provider = {
  /** As it is written in messages (M1). */
  title: string;
  /** The key check (M8). */
  check: { path: string; isSound: (body: unknown) => boolean };
  headers: (api_key: string) => Record<string, string>;
  /** The wait of a 429 that names none, in seconds (M10). */
  usual_wait_s: number;
  /** Rows of a full page. */
  page: number;
  lists: readonly ProviderList[];
};
