/** A page of a list, newest first: `before` is the id of the last entry already seen, null: the list begins. */
export type Page = { limit: number; before: string | null };

/** The same of a list that lies in shards; `since`: the oldest id that is looked at. */
export type ShardedPage = Page & { shards: number; since: string | null };

/** The entries of a page; `next` is the `before` of the one behind it, null at the end of the list. */
export type Entries<T> = { entries: T[]; next: string | null };

/** The results of a create: made; not, for an existing one; not, since `used` of the limit are there already. */
export type Created = { result: 'created' };
export type Existing<T> = { result: 'exists'; current: T };
export type OverLimit = { result: 'limit'; used: number };
