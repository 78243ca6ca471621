import type { Email } from '../../core/records/emails.ts';
import type { Paging, Timeline } from '../context.ts';
import { storedEvents } from '../events/delivered.ts';
import { openCursor, type PageQuery, sealNext } from '../lists/filtered-page.ts';
import { positionOf, timelineOf } from './timeline.ts';

/** GET /emails/{id}/events: the timeline in pages. New events don't shift pages. */
export async function listEvents(ctx: Timeline & Paging, email: Email, { limit, cursor }: PageQuery) {
  const bound = [email.account, 'events', email.id];
  const after = await openCursor(ctx, bound, cursor);
  const timeline = timelineOf(email, await storedEvents(ctx, email));
  const rest = timeline.filter((event) => after === null || positionOf(event) < after);
  const events = rest.slice(0, limit);
  const last = rest.length > events.length ? events.at(-1) : undefined;
  return { events, ...(await sealNext(ctx, bound, last === undefined ? null : positionOf(last))) };
}
