import type { Id } from '../runtime.ts';

/** A pixel load or link click, as the public endpoint got it. */
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

/** Remembers an email's visits, so each counts once and memory stays bounded. */
export type TrackingState = {
  version: number;
  open: DayCount;
  click: DayCount;
  /**
   * Digests of the last visits, without addresses. `at` is epoch ms. `mark` identifies the request, absent
   * from the previous release.
   */
  recent: (readonly [client: string, link: string, address: string, at: number, mark?: string])[];
  /** The kinds that already made an event, such as `open:person` or `click:machine`. */
  firsts: string[];
};

export const noVisits: TrackingState = {
  version: 0,
  open: { day: '', n: 0 },
  click: { day: '', n: 0 },
  recent: [],
  firsts: [],
};
