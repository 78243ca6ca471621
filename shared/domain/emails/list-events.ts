import { invalid } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Paging, Timeline } from '../context.ts';
import { storedEvents } from '../events/delivered.ts';
import { positionOf, timelineOf } from './timeline.ts';

/** GET /emails/{id}/events (H11): the timeline in pages. Events that arrive meanwhile move no page. */
export async function listEvents(
  ctx: Timeline & Paging,
  email: Email,
  input: { limit: number; cursor?: string | undefined },
) {
  const bound = [email.account, 'events', email.id];
  const after = input.cursor === undefined ? null : await ctx.cursors.open(bound, input.cursor);
  if (input.cursor !== undefined && after === null) {
    throw invalid([{ path: 'cursor', rule: 'format', message: 'cursor: not a cursor of this list' }]);
  }
  const timeline = timelineOf(email, await storedEvents(ctx, email));
  const rest = timeline.filter((event) => after === null || positionOf(event) < after);
  const events = rest.slice(0, input.limit);
  const last = events.at(-1);
  const more = rest.length > events.length && last !== undefined;
  const next_cursor = more ? await ctx.cursors.seal(bound, positionOf(last)) : null;
  return { events, has_more: more, next_cursor };
}
