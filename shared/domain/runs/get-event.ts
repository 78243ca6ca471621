import { notFound } from '../../core/errors.ts';
import type { PostedEvent } from '../../core/records/automations.ts';
import { isId } from '../../core/runtime.ts';
import type { Caller, CustomEvents } from '../context.ts';

/** GET /events/{id}: a custom event with its effects; 404 for any other account's, and once it has expired. */
export async function getEvent(ctx: CustomEvents, { account }: Caller, id: string): Promise<PostedEvent> {
  const stored = isId('ae', id) ? await ctx.custom_events.get(id) : null;
  if (stored === null || stored.account !== account.id) throw notFound('Event');
  return stored.posted;
}
