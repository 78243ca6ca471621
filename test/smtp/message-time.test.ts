import { tmpdir } from 'node:os';
import { inboundDomains } from '../../shared/domain/receiving/inbound-domain.ts';
import { createDomainRates } from '../../shared/smtp/domain-rates.ts';
import { createGuard } from '../../shared/smtp/guard.ts';
import { receiverLimits } from '../../shared/smtp/receiver-options.ts';
import { receiverDoor } from '../../shared/smtp/receiver-session.ts';
import { inboundWorld } from '../support/inbound.ts';

/** The time of a message in these tests. */
const data_ms = 10;

/**
 * A message's octets. Its time limit passes while they are stored, after the last one arrived or before.
 */
async function* octetsAround(isComplete: boolean) {
  yield Buffer.from('Subject: s\r\n\r\nhi\r\n');
  // Runs after the message's timer, which is set to the same time.
  await new Promise((done) => setTimeout(done, data_ms));
  if (!isComplete) throw new Error('The connection ended within a message');
}

test.each([
  [true, [], 250],
  [false, ['4.4.2 The message took too long'], 421],
])(
  'a message that is complete in time (%s) is recorded only if it gets no 421',
  async (isComplete, ended, code) => {
    const { ctx, receiver, domain, queued } = await inboundWorld();
    const { now } = ctx.runtime;
    const options = {
      host: 'smtp.example.test',
      folder: tmpdir(),
      inTurn: <T>(_bytes: number, run: () => Promise<T>) => run(),
      note: () => {},
      guard: createGuard(now, { at_once: 9, per_minute: 9 }),
      limits: { ...receiverLimits, data_ms },
      find: inboundDomains(ctx),
      rates: createDomainRates(now, receiverLimits.domain_messages_per_minute),
    };
    const ends: string[] = [];
    const session = {
      id: 'a',
      address: '192.0.2.1',
      secure: () => true,
      helo: () => 'client.example',
      setIdle: () => {},
      end: ({ text }: { text: string | string[] }) => void ends.push(String(text)),
      cut: () => void ends.push('cut'),
    };
    const door = receiverDoor(ctx, options, session, { draining: () => false, closed: () => {} });
    await door.mail('MAIL FROM:<>');
    await door.rcpt(`RCPT TO:<a@${domain}>`);
    expect(door.data('DATA')).toBeNull();
    const octets = octetsAround(isComplete);
    expect((await door.message({ octets, isComplete: () => isComplete })).code).toBe(code);
    door.closed();
    expect([ends, queued.length]).toEqual([ended, isComplete ? 1 : 0]);
    await receiver.drain(0);
  },
);
