import { tmpdir } from 'node:os';
import { inboundDomains } from '../../shared/domain/receiving/inbound-domain.ts';
import type { Door } from '../../shared/smtp/conversation.ts';
import { createDomainRates } from '../../shared/smtp/domain-rates.ts';
import { createGuard } from '../../shared/smtp/guard.ts';
import type { Session } from '../../shared/smtp/listener.ts';
import { createReader } from '../../shared/smtp/reader.ts';
import { receiverLimits } from '../../shared/smtp/receiver-options.ts';
import { receiverDoor } from '../../shared/smtp/receiver-session.ts';
import { createRelay } from '../../shared/smtp/relay.ts';
import { relayLimits } from '../../shared/smtp/relay-options.ts';
import { inboundWorld } from '../support/inbound.ts';
import { plainLogin, relayWorld } from '../support/smtp.ts';

/** The time of a message in these tests. */
const data_ms = 10;

const never = { at_once: 9, per_minute: 9 };
const common = {
  host: 'smtp.example.test',
  folder: tmpdir(),
  inTurn: <T>(_bytes: number, run: () => Promise<T>) => run(),
  note: () => {},
};

const open: { drain: (patience_ms: number) => Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.drain(0))));

/** A session whose connection notes what ended it. */
function openSession() {
  const ends: string[] = [];
  const session: Session = {
    id: 'a',
    address: '192.0.2.1',
    secure: () => true,
    helo: () => 'client.example',
    setIdle: () => {},
    end: ({ text }) => void ends.push(String(text)),
    cut: () => void ends.push('cut'),
  };
  return { session, ends };
}

/** Sends one message whose time ends while its last octets are kept, after they have arrived or before. */
async function sendLate(door: Door, message: string, isComplete: boolean) {
  async function* octets() {
    yield Buffer.from(message);
    // Behind the timer of the message, which has the same time.
    await new Promise((done) => setTimeout(done, data_ms));
    if (!isComplete) throw new Error('The connection ended within a message');
  }
  expect(door.data('DATA')).toBeNull();
  const answer = await door.message({ octets: octets(), isComplete: () => isComplete });
  door.closed();
  return answer;
}

describe.each([
  [true, [], 250],
  [false, ['4.4.2 The message took too long'], 421],
])('a message is whole in its time: %s', (isComplete, ended, code) => {
  test('the relay sends it only where it says no 421', async () => {
    const { ctx, service, password, domain, queued } = await relayWorld();
    open.push(service);
    const { session, ends } = openSession();
    const relay = createRelay(ctx, {
      ...common,
      guard: createGuard(ctx.runtime.now, never),
      limits: { ...relayLimits, data_ms },
      read: createReader('/no/such/thread.js'),
    });
    const door = relay.open(session);
    if ('code' in door) throw new Error(String(door.text));
    await door.auth?.(plainLogin(password));
    await door.mail('MAIL FROM:<>');
    await door.rcpt('RCPT TO:<ada@x.example>');
    const message = `From: shop@${domain}\r\nTo: ada@x.example\r\n\r\nhi\r\n`;
    expect((await sendLate(door, message, isComplete)).code).toBe(code);
    expect([ends, queued.length]).toEqual([ended, isComplete ? 1 : 0]);
  });

  test('the receiver records it only where it says no 421', async () => {
    const { ctx, receiver, domain, queued } = await inboundWorld();
    open.push(receiver);
    const { session, ends } = openSession();
    const options = {
      ...common,
      guard: createGuard(ctx.runtime.now, never),
      limits: { ...receiverLimits, data_ms },
      find: inboundDomains(ctx),
      rates: createDomainRates(ctx.runtime.now, receiverLimits.domain_messages_per_minute),
    };
    const door = receiverDoor(ctx, options, session, {
      draining: () => false,
      closed: () => {},
    });
    await door.mail('MAIL FROM:<>');
    await door.rcpt(`RCPT TO:<a@${domain}>`);
    expect((await sendLate(door, 'Subject: s\r\n\r\nhi\r\n', isComplete)).code).toBe(code);
    expect([ends, queued.length]).toEqual([ended, isComplete ? 1 : 0]);
  });
});
