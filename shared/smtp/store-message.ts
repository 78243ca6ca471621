import type { Hash } from 'node:crypto';
import { derivedId, type Id } from '../core/runtime.ts';
import { unblocked } from '../domain/inbound-rules/unblocked.ts';
import { acceptMail, type Owner, ownersOf } from '../domain/receiving/accept-mail.ts';
import { type Field, fieldsNamed } from '../mail/mime/fields.ts';
import { mimeLimits } from '../mail/mime/scan.ts';
import { readSenders, receivedFields } from '../mail/received/read-header.ts';
import type { Arrived } from './body.ts';
import type { Session } from './listener.ts';
import type { ReceiverOptions, ReceiverPorts, Transaction } from './receiver-options.ts';
import { incompleteReplies, replies } from './replies.ts';
import { type Reply, reply } from './reply.ts';
import { traceOf } from './trace.ts';

/** Max servers that a message may have passed, including ours. A higher number means a loop. */
const maxReceived = 51;

const isLoop = (fields: Field[]): boolean => fieldsNamed(fields, 'received').length > maxReceived;

type Arriving = { transaction: Transaction; arrived: Arrived; session: Session; hash: Hash; upload: Upload };

/** The pieces of a large message while it arrives, under a separate id per owner. */
export function uploadFor(ctx: ReceiverPorts, owners: Owner[]) {
  const keyOf = ({ account, tenant }: Owner) => `${account} ${tenant ?? ''}`;
  const ids = new Map(owners.map((owner) => [keyOf(owner), ctx.runtime.id('inb')]));
  const placeOf = (owner: Owner) => ({
    account: owner.account,
    id: ids.get(keyOf(owner)) ?? ('inb_' as const),
  });
  return {
    placeOf,
    put: async (number: number, bytes: Buffer): Promise<void> => {
      await Promise.all(owners.map((owner) => ctx.received.putPiece(placeOf(owner), number, bytes)));
    },
    /** Removes the pieces of all owners except `kept`. The bucket's lifecycle removes any missed pieces. */
    discard: async (count: number, kept: Owner[] = []): Promise<void> => {
      const taken = new Set(kept.map(keyOf));
      const gone = owners.filter((owner) => !taken.has(keyOf(owner)));
      await Promise.all(gone.map((owner) => ctx.received.removePieces(placeOf(owner), count)));
    },
  };
}

type Upload = ReturnType<typeof uploadFor>;

/**
 * Writes a message for one owner. A small message is written whole, after its trace. For a large message,
 * only the last piece is left to write.
 */
async function storing(
  ctx: ReceiverPorts,
  { arrived, upload }: { arrived: Complete; upload: Upload },
  traced: (id: Id<'inb'>) => string,
): Promise<Pick<Parameters<typeof acceptMail>[1], 'store' | 'discard'>> {
  const rest = await arrived.rest();
  if (arrived.pieces === 0)
    return {
      store: async ({ account }, id) => {
        await ctx.received.putRaw({ account, id }, Buffer.concat([Buffer.from(traced(id)), rest]));
        return {};
      },
      discard: ({ account }, id) => ctx.received.removeRaw({ account, id }),
    };
  const count = arrived.pieces + 1;
  return {
    store: async (owner, id) => {
      const place = upload.placeOf(owner);
      await ctx.received.putPiece(place, count, rest);
      return { pieces: { upload: place.id, count, trace: traced(id) } };
    },
    discard: (owner) => ctx.received.removePieces(upload.placeOf(owner), count),
  };
}

type Complete = Extract<Arrived, { state: 'complete' }>;

/** Stores a message for each owner before its 250, or rejects it as a whole. */
export async function storeMessage(
  ctx: ReceiverPorts,
  { host, inTurn, note, rates }: ReceiverOptions,
  { transaction, arrived, session, hash, upload }: Arriving,
): Promise<Reply> {
  const refused = (answer: Reply): Reply => {
    if (arrived.pieces > 0) void upload.discard(arrived.pieces).catch(() => {});
    return answer;
  };
  if (arrived.state !== 'complete')
    return refused({ ...incompleteReplies, bare: replies.bareLf }[arrived.state]);
  const { from: mail_from } = transaction;
  const [helo, ip, secure] = [session.helo(), session.address, session.secure()];
  const at = ctx.runtime.now();
  try {
    return await inTurn(arrived.size, async () => {
      const traced = (id: Id<'inb'>) => traceOf({ mail_from, helo, ip, host, secure }, id, at);
      const head = await arrived.head(mimeLimits.header_bytes);
      // The header as it is stored. The first line may be a fold, which continues our trace field (R82).
      const header = receivedFields(Buffer.concat([Buffer.from(traced('inb_')), head]));
      if (isLoop(header.fields)) return refused(replies.loop);
      const recipients = [...transaction.recipients.values()];
      const open = await unblocked(ctx, recipients, readSenders(header, mail_from));
      if (open.length === 0) return refused(replies.blockedSender);
      for (const _ of recipients.slice(open.length)) note({ type: 'refused', code: 'blocked_sender' });
      const busy = rates.take(open);
      if (busy !== null) return refused(busy);
      const owners = ownersOf(open);
      if (arrived.pieces > 0) void upload.discard(arrived.pieces, owners).catch(() => {});
      const ids = await acceptMail(ctx, {
        mail_from,
        helo,
        ip,
        owners,
        size: arrived.size,
        at,
        content: hash.digest('base64url'),
        // Uses the arrival time, because lists are in id order (R56).
        idOf: () => derivedId('inb', at, ctx.runtime.id('inb')),
        ...(await storing(ctx, { arrived, upload }, traced)),
      });
      return reply(`250 2.0.0 Ok: received as ${ids.join(' ')}`);
    });
  } catch (error) {
    ctx.log.error('inbound_not_stored', { session: session.id, cause: (error as Error).name });
    // If the queue didn't respond, it may have accepted the message, so the parts stay until the bucket's
    // lifecycle removes them.
    return replies.notStored;
  } finally {
    await arrived.discard().catch(() => {});
  }
}
