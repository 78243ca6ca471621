/** A page of a list, newest first. `before` is the last id already seen, null for the start. */
export type Page = { limit: number; before: string | null };

/** A page of a sharded list. `since` is the oldest id to read. */
export type ShardedPage = Page & { shards: number; since: string | null };

/** A page's entries. `next` is the next page's `before`, null at the end of the list. */
export type Entries<T> = { entries: T[]; next: string | null };

/** Outcomes of a create: created, refused for an existing one, or refused because the limit is used up. */
export type Created = { result: 'created' };
export type Existing<T> = { result: 'exists'; current: T };
export type OverLimit = { result: 'limit'; used: number };
