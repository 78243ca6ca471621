import { causeOf, publicError } from '../core/errors.ts';
import type { Caller } from '../domain/context.ts';
import type { RelayedMessage } from '../domain/sending/read-message.ts';
import { recordRefusedRecipients } from '../domain/sending/relay-recipients.ts';
import { sendRelayed } from '../domain/sending/send-relayed.ts';
import type { Arrived } from './body.ts';
import type { RelayOptions, RelayPorts, Transaction } from './relay-options.ts';
import { incompleteReplies, replies } from './replies.ts';
import { errorReply, type Reply, reply } from './reply.ts';

/** One failed record for the recipients rejected at RCPT. An empty sender `<>` leaves none. */
export async function noteRefused(
  ctx: RelayPorts,
  { caller, from, refused }: Transaction,
  read: RelayedMessage | null,
): Promise<void> {
  if (refused.size === 0 || from === '') return;
  const input = {
    from: read?.header.from ?? from,
    subject: read?.header.subject ?? '',
    message_id: read?.header.message_id ?? null,
    refused: [...refused.values()],
  };
  await recordRefusedRecipients(ctx, caller, input).catch((error) =>
    ctx.log.error('smtp_refusal_unrecorded', { account: caller.account.id, cause: (error as Error).name }),
  );
}

type Decided = { answer: Reply; read: RelayedMessage | null; email_id: unknown };

/** The caller with its account as known now, because its limits may have changed since MAIL. */
async function currentCaller(ctx: RelayPorts, caller: Caller): Promise<Caller> {
  const account = await ctx.accounts.get(caller.account.id);
  return account === null ? caller : { ...caller, account };
}

/** Checks an arrived message by R34, then sends it. */
export async function decide(
  ctx: RelayPorts,
  relay: RelayOptions,
  { transaction, arrived }: { transaction: Transaction; arrived: Arrived },
): Promise<Decided> {
  if (arrived.state !== 'complete') {
    const answer = { ...incompleteReplies, bare: replies.bareCr }[arrived.state];
    return { answer, read: null, email_id: null };
  }
  let read: RelayedMessage | null = null;
  try {
    const id = await relay.inTurn(arrived.size, async () => {
      read = await relay.read(await arrived.read());
      const { recipients, refused, deferred } = transaction;
      const envelope = {
        recipients: [...recipients.values()],
        refused: [...refused.keys(), ...deferred],
        host: relay.host,
      };
      const caller = await currentCaller(ctx, transaction.caller);
      return (await sendRelayed(ctx, caller, read, envelope)).id;
    });
    return { answer: reply(`250 2.0.0 Ok: queued as ${id}`), read, email_id: id };
  } catch (error) {
    const shown = publicError(error);
    if (shown.code === 'internal_error')
      ctx.log.error('smtp_failure', {
        account: transaction.caller.account.id,
        cause: causeOf(shown.cause ?? shown),
      });
    // A send rejected for its recipients leaves an email.
    return { answer: errorReply(shown), read, email_id: shown.details?.email_id ?? null };
  } finally {
    await arrived.discard().catch(() => {});
  }
}
