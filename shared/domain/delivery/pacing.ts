import type { Base, Rates, SendingStates } from '../context.ts';
import { waitForSlot } from '../limits/wait-for-slot.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import type { Wait } from './hold.ts';

/**
 * The time ahead of now in which each class of mail may take slots at SES: bulk finds one only where all others leave
 * some. A single email that waited for its place in its account comes before those that did not.
 */
const ahead_ms = { bulk: 300, single: 600, placed: 1_000 };

/** The share of the rate of one account's single emails, once they are more than SES takes. */
const share = 0.8;

/** A place this near is waited for in the worker; the queue's delay is exact to a second. */
const near_ms = 1_000;

/** The times that a worker asks for a slot before the email gets a place, and before it goes back to its queue. */
const attempts = { first: 2, placed: 4 };

type Pacing = Base & Rates & SendingStates;

/** The place (epoch ms) of an email in its account's queue: without it, waiting mail would come back at random. */
async function reservePlace(ctx: Pacing, message: DeliverMessage, rate: number): Promise<number> {
  const { account, bulk, recipients: want = 1 } = message;
  const bucket = bulk ? { account, name: 'bulk', rate } : { account, name: 'single', rate: rate * share };
  return ctx.rates.reserve(bucket, want);
}

/**
 * Waits until SES's rate has room for an email. A single email takes the next slot; where the single emails of
 * all accounts are more than SES takes, each account's get places at four fifths of the rate, so that another account's
 * come through. Bulk gets a place at once, and a slot where the single emails leave one. Returns what to wait for
 * outside of the worker, or null.
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
  // Bulk goes to the end of its account's places; a single email keeps its own.
  const next = bulk ? await reservePlace(ctx, message, rate) : place;
  const soon = ctx.runtime.now() + near_ms * (1 + ctx.runtime.random());
  return wait(Math.max(next, soon), next);
}
