import { acceptMail, type Owner } from '../domain/receiving/accept-mail.ts';
import { readFields } from '../mail/mime/fields.ts';
import { mimeLimits } from '../mail/mime/scan.ts';
import { type Arrived, tooLarge } from './body.ts';
import type { Session } from './listener.ts';
import type { ReceiverOptions, ReceiverPorts, Transaction } from './receiver-options.ts';
import { closing, type Reply, reply } from './reply.ts';
import { plainAddress, traceOf } from './trace.ts';

/** Servers that a message has passed; one that has passed more goes in circles (R45). */
const maxReceived = 50;

const notWhole: Record<Exclude<Arrived['state'], 'whole'>, Reply> = {
  broken: closing('4.4.2 The message broke off'),
  too_large: tooLarge,
  bare: reply('554 5.6.0 The message has a bare CR, bare LF or NUL [validation_error]'),
};

/** One per account and tenant, with its own recipients only (R39). */
export function ownersOf({ recipients }: Pick<Transaction, 'recipients'>): Owner[] {
  const all = [...recipients.values()];
  const groups = Map.groupBy(all, ({ account, tenant }) => JSON.stringify([account, tenant]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { account, tenant } = first;
    return [{ account, tenant, rcpt_to: group.map(({ address }) => address) }];
  });
}

function isLoop(message: Buffer): boolean {
  const { fields } = readFields(message, 0, Math.min(message.length, mimeLimits.header_bytes));
  return fields.filter(({ name }) => name.toLowerCase() === 'received').length > maxReceived;
}

type Arriving = { transaction: Transaction; arrived: Arrived; session: Session };

/** What becomes of a message that arrived: stored for each owner before its 250, or refused as a whole (R40, R45). */
export async function takeIn(
  ctx: ReceiverPorts,
  { host, inTurn }: ReceiverOptions,
  { transaction, arrived, session }: Arriving,
): Promise<Reply> {
  if (arrived.state !== 'whole') return notWhole[arrived.state];
  const { from: mail_from } = transaction;
  const [helo, ip, secure] = [session.helo(), plainAddress(session.address), session.secure()];
  try {
    return await inTurn(arrived.size, async () => {
      const message = await arrived.read();
      if (isLoop(message)) return reply('554 5.4.6 The message has passed more than 50 servers');
      const trace = (id: string, at: number) => traceOf({ mail_from, helo, ip, host, secure }, id, at);
      const owners = ownersOf(transaction);
      const ids = await acceptMail(ctx, { mail_from, helo, ip, owners, message, trace });
      return reply(`250 2.0.0 Ok: received as ${ids.join(' ')}`);
    });
  } catch (error) {
    ctx.log.error('inbound_not_stored', { session: session.id, cause: (error as Error).name });
    return reply('451 4.3.0 Not stored, try again [unavailable]');
  } finally {
    await arrived.discard().catch(() => {});
  }
}
