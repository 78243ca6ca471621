import type { Input } from '../command.ts';
import { type Position, storePosition } from './position.ts';
import type { Forwarded } from './sign.ts';

/** How long a new row waits to be forwarded, because simultaneous events are written in any order. */
const hold_ms = 1_500;

/** How far back from the newest forwarded row to keep reading. A late row is forwarded out of order. */
const window_ms = 60_000;

/** A page of the log: its cursor, and its deliveries not yet forwarded, newest first. */
type Missing = { cursor: string | undefined; ids: Set<string> };

export type Followed = Forwarded | { id: string; event_type: string; body: null };

const timeOf = (delivery: { created_at: string }): number => Date.parse(delivery.created_at);

/** Follows an endpoint's log in order, oldest first. */
export function follow({ io, client }: Input, position: Position) {
  const { webhook_id } = position;
  const forwarded = new Map(position.seen);
  const firstSeen = new Map<string, number>();
  const times = new Map<string, number>();
  let from = position.from;

  const pageOf = (since: string, limit: number, cursor?: string, include?: 'payload') =>
    client.webhooks.deliveries.list(webhook_id, {
      since,
      limit,
      ...(cursor !== undefined && { cursor }),
      ...(include !== undefined && { include }),
    });

  /** Pages with deliveries that aren't forwarded yet, newest first. Notes when each was first seen. */
  async function missing(since: string): Promise<Missing[]> {
    const pages: Missing[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOf(since, 100, cursor);
      const fresh = page.items.filter((one) => !forwarded.has(one.id));
      for (const one of fresh) {
        times.set(one.id, timeOf(one));
        if (!firstSeen.has(one.id)) firstSeen.set(one.id, io.now());
      }
      if (fresh.length > 0) pages.push({ cursor, ids: new Set(fresh.map((one) => one.id)) });
      cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
    return pages;
  }

  /** A page's deliveries to forward, oldest first, with their bodies. */
  async function bodiesOf(since: string, { cursor, ids }: Missing): Promise<Followed[]> {
    const found: Followed[] = [];
    const wanted = new Set(ids);
    for (let next = cursor; wanted.size > 0; ) {
      const page = await pageOf(since, 25, next, 'payload');
      for (const { id, event_id, event_type, attempts, payload } of page.items) {
        if (!wanted.delete(id)) continue;
        const body = payload ?? null;
        found.unshift(
          body === null ? { id, event_type, body } : { id, event_id, event_type, attempts, body },
        );
      }
      if (!page.has_more || page.next_cursor === null) break;
      next = page.next_cursor;
    }
    return found;
  }

  return {
    /** The deliveries to forward now, oldest first. A very recent one waits, and so do all after it. */
    async *due(): AsyncGenerator<Followed> {
      const since = new Date(from).toISOString();
      for (const page of (await missing(since)).toReversed())
        for (const one of await bodiesOf(since, page)) {
          if (io.now() - (firstSeen.get(one.id) ?? 0) < hold_ms) return;
          yield one;
        }
    },

    /** Records a forwarded delivery, so the next run starts after it. */
    done(id: string): void {
      forwarded.set(id, times.get(id) ?? from);
      for (const known of [firstSeen, times]) known.delete(id);
      from = Math.max(from, Math.max(...forwarded.values()) - window_ms);
      for (const [one, at] of forwarded) if (at < from) forwarded.delete(one);
      storePosition(io, webhook_id, { ...position, from, seen: [...forwarded] });
    },
  };
}
