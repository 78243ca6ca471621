import { createHash, type Hash } from 'node:crypto';
import { canonicalAddress } from '../../core/addresses.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Inbound, ReceiveQueueing } from '../context.ts';
import type { ReceiveMessage } from '../ports/received.ts';

export type Owner = { account: Id<'acc'>; tenant: Id<'ten'> | null; rcpt_to: string[] };

type Recipient = { address: string; account: Id<'acc'>; tenant: Id<'ten'> | null };

/** One per account and tenant, with only its own recipients. */
export function ownersOf(recipients: Iterable<Recipient>): Owner[] {
  const groups = Map.groupBy(recipients, ({ account, tenant }) => JSON.stringify([account, tenant]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { account, tenant } = first;
    return [{ account, tenant, rcpt_to: group.map(({ address }) => address) }];
  });
}

type Arrival = {
  mail_from: string;
  helo: string;
  ip: string;
  owners: Owner[];
  /** SHA-256 of the message as sent, base64url. */
  content: string;
  /** Octets of the message as sent. */
  size: number;
  /** The end of DATA, epoch ms. */
  at: number;
  idOf: (owner: Owner) => Id<'inb'>;
  /** Stores one owner's octets. Returns the matching fields of the worker's message. */
  store: (owner: Owner, id: Id<'inb'>) => Promise<Pick<ReceiveMessage, 'pieces'>>;
  /** Deletes them again. The bucket's lifecycle deletes any leftovers. */
  discard: (owner: Owner, id: Id<'inb'>) => Promise<void>;
  verdicts?: ReceiveMessage['verdicts'];
};

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');

export const contentHash = (): Hash => createHash('sha256');

/** The claim that a sender's repeat shares. */
function receivedClaim(
  { account, tenant, rcpt_to }: Owner,
  { mail_from, content }: { mail_from: string; content: string },
): string {
  const recipients = rcpt_to.map(canonicalAddress).sort();
  return hashed(JSON.stringify([account, tenant, mail_from, recipients, content]));
}

/**
 * Makes a message durable before the 250 reply: for each owner, its octets in the bucket and a queue message.
 * Returns ids in the owners' order. A repeat within 24 h gets the first one's id. Two round trips, no table
 * write. Throws, with nothing listed, if a store doesn't answer.
 */
export async function acceptMail(ctx: Base & Inbound & ReceiveQueueing, arrival: Arrival) {
  const { mail_from, helo, ip, owners, content, size, at, verdicts } = arrival;
  const all = owners.map((owner) => ({
    owner,
    id: arrival.idOf(owner),
    claim: receivedClaim(owner, { mail_from, content }),
  }));
  const [first, ...stored] = await Promise.all([
    ctx.received.claimed(all.map(({ claim }) => claim)),
    ...all.map(({ owner, id }) => arrival.store(owner, id)),
  ]);
  // An id derived from SES's id means the same message, not a repeat by the sender.
  const isFresh = (i: number) => first[i] === null || first[i] === all[i]?.id;
  const messages = all.map(
    ({ owner, id, claim }, i): ReceiveMessage => ({
      id,
      ...owner,
      claim,
      mail_from,
      helo,
      ip,
      size,
      received_at: timestamp(at),
      ...stored[i],
      ...(verdicts && { verdicts }),
    }),
  );
  const fresh = messages.filter((_, i) => isFresh(i));
  if (fresh.length > 0) await ctx.receive_queue.enqueue(fresh);
  for (const [i, { owner, id }] of all.entries())
    if (!isFresh(i)) void arrival.discard(owner, id).catch(() => {});
  return all.map(({ id }, i) => first[i] ?? id);
}
