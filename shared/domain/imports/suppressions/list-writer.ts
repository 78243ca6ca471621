import type { Importing } from '../importing.ts';
import type { Called, Source } from '../providers/provider.ts';
import type { Slice, Stop } from '../slice.ts';
import type { Place } from './places.ts';
import type { Planned } from './plan-rows.ts';
import type { Batch } from './read-page.ts';

/** The writer of entries, and what it needs of the lists. */
export type ListWriter = {
  /** Puts the next dump of the provider aside; undefined: there is none (M60). */
  spool: (ctx: Importing, slice: Slice, sources: Source[]) => Promise<Stop | null | undefined>;
  /** The next rows of a list; `gone`: what was spooled was kept for a day. */
  rows: (ctx: Importing, slice: Slice, place: Place) => Promise<Called<Batch> | 'gone'>;
  /** Writes entries; where another write came first, the outcome of a row changes. */
  entries: (ctx: Importing, slice: Slice, planned: Planned[]) => Promise<void>;
};
