import type { Id } from '../runtime.ts';

/** A load of a pixel or a click on a link, as the public endpoint got it. */
export type Visit = {
  type: 'open' | 'click';
  email_id: Id<'msg'>;
  /** The link's address; '' for a pixel. */
  target: string;
  ip: string | null;
  user_agent: string;
  /** Epoch ms. */
  at: number;
};

type DayCount = { day: string; n: number };

/** The memory of an email's visits, so that each counts once and their number stays bounded. */
export type TrackingState = {
  version: number;
  open: DayCount;
  click: DayCount;
  /**
   * The last visits as digests, without address; `at`: epoch ms; `mark`: the request's own, none of the last release.
   */
  recent: (readonly [client: string, link: string, address: string, at: number, mark?: string])[];
  /** The kinds of which an event was made: `open:person`, `click:machine` and so on. */
  firsts: string[];
};

export const noVisits: TrackingState = {
  version: 0,
  open: { day: '', n: 0 },
  click: { day: '', n: 0 },
  recent: [],
  firsts: [],
};
