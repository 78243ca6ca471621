import type { Base, Rates, SendingStates } from '../context.ts';
import { waitForSlot } from '../limits/wait-for-slot.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import type { Wait } from './hold.ts';

/**
 * How far in the future each class may reserve SES slots. Bulk gets a slot only if other mail leaves one
 * free. A single email that waited for its account's turn comes before one that didn't.
 */
const ahead_ms = { bulk: 300, single: 600, placed: 1_000 };

/** The share of the rate for one account's single emails, once they exceed SES's rate. */
const share = 0.8;

/** If its place is this near, the worker waits for it, because queue delays are precise only to a second. */
const near_ms = 1_000;

/** How often a worker asks for a slot before the email gets a place, and before it returns to its queue. */
const attempts = { first: 2, placed: 4 };

type Pacing = Base & Rates & SendingStates;

/** An email's place (epoch ms) in its account's queue. Without places, waiting mail returns in random order. */
async function reservePlace(ctx: Pacing, message: DeliverMessage, rate: number): Promise<number> {
  const { account, bulk, recipients: want = 1 } = message;
  const bucket = bulk ? { account, name: 'bulk', rate } : { account, name: 'single', rate: rate * share };
  return ctx.rates.reserve(bucket, want);
}

/**
 * Waits until SES's rate has room. A single email takes the next slot. If all accounts' single emails exceed
 * the rate, each account's emails take turns at four fifths of it, so other accounts get through. Bulk email
 * always takes turns, and gets a slot only if single emails leave one free. Returns what to wait for in the
 * queue, or null.
 */
export async function paceEmail(ctx: Pacing, message: DeliverMessage, rate: number): Promise<Wait | null> {
  const { bulk = false, slot, recipients: want = 1 } = message;
  const first = !bulk && slot === undefined;
  if (first && (await waitForSlot(ctx, { rate, want, ahead_ms: ahead_ms.single }, attempts.first)))
    return null;
  const place = slot ?? (await reservePlace(ctx, message, rate));
  const wait = (until: number, at: number): Wait => ({ until, slot: at, reason: 'sending_rate' });
  if (place > ctx.runtime.now() + near_ms) return wait(place, place);
  const ahead = bulk ? ahead_ms.bulk : ahead_ms.placed;
  if (await waitForSlot(ctx, { rate, want, ahead_ms: ahead }, attempts.placed)) return null;
  // Bulk moves to the end of its account's places. A single email keeps its place.
  const next = bulk ? await reservePlace(ctx, message, rate) : place;
  const soon = ctx.runtime.now() + near_ms * (1 + ctx.runtime.random());
  return wait(Math.max(next, soon), next);
}
