import { createHash } from 'node:crypto';
import { canonicalAddress } from '../../core/addresses.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Inbound, ReceiveQueueing } from '../context.ts';
import type { ReceiveMessage } from '../ports/received.ts';

/** Recipients of one account or tenant (R39). */
export type Owner = { account: string; tenant: string | null; rcpt_to: string[] };

/** One message as a session brought it. */
type Arrival = {
  mail_from: string;
  helo: string;
  ip: string;
  owners: Owner[];
  /** The octets of DATA. */
  message: Uint8Array;
  /** What is stored before them (R42). */
  trace: (id: string, at: number) => string;
};

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
};

/** What makes a repeat of the sender the same message (R41). */
function receivedClaim(
  { account, tenant, rcpt_to }: Owner,
  { mail_from, content }: { mail_from: string; content: string },
): string {
  const recipients = rcpt_to.map(canonicalAddress).sort();
  return sha256(JSON.stringify([account, tenant, mail_from, recipients, content]));
}

/**
 * Makes a message durable: its octets in the bucket and a queue message, for each owner one (R39, R40); then it may be
 * answered with 250. The ids in the owners' order; for a repeat within 24 h the id of the first one (R41). Two round
 * trips, no write to the table. Throws when a store does not answer: then nothing is listed.
 */
export async function acceptMail(ctx: Base & Inbound & ReceiveQueueing, arrival: Arrival): Promise<string[]> {
  const { mail_from, helo, ip, owners, message, trace } = arrival;
  const now = ctx.runtime.now();
  const content = sha256(message);
  const messages = owners.map(
    (owner): ReceiveMessage => ({
      id: ctx.runtime.id('inb'),
      ...owner,
      claim: receivedClaim(owner, { mail_from, content }),
      ...{ mail_from, helo, ip, size: message.length, received_at: timestamp(now) },
    }),
  );
  const store = ({ account, id }: ReceiveMessage) =>
    ctx.received.putRaw({ account, id }, Buffer.concat([Buffer.from(trace(id, now)), message]));
  const [first] = await Promise.all([
    ctx.received.claimed(messages.map(({ claim }) => claim)),
    ...messages.map(store),
  ]);
  const fresh = messages.filter((_, i) => first[i] === null);
  if (fresh.length > 0) await ctx.receive_queue.enqueue(fresh);
  // Otherwise the lifecycle of the bucket removes it.
  for (const { account, id } of messages.filter((_, i) => first[i] !== null))
    void ctx.received.removeRaw({ account, id: id as Id<'inb'> }).catch(() => {});
  return messages.map(({ id }, i) => first[i] ?? id);
}
