import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { inboundWorld } from '../support/inbound.ts';
import { plainLogin, relayWorld } from '../support/smtp.ts';
import { until } from '../support/until.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
type Inbound = Awaited<ReturnType<typeof inboundWorld>>;
let relay: World;
let inbound: Inbound;
beforeAll(async () => {
  relay = await relayWorld();
  inbound = await inboundWorld();
});
afterAll(async () => {
  await relay.service.drain(0);
  await inbound.receiver.drain(0);
});

/** Waits for the greeting, sends all octets and closes this side at once; the codes of the replies. */
async function codesOf(socket: Socket, octets: string[]): Promise<string[]> {
  let said = '';
  socket.setEncoding('latin1').on('data', (text) => {
    said += text;
  });
  const closed = new Promise((done) => socket.once('close', done));
  await until(async () => said.startsWith('220 ') || undefined, { within_ms: 5_000, what: 'the greeting' });
  socket.end(octets.join('\r\n'));
  await closed;
  return said.match(/^\d{3}(?= )/gm) ?? [];
}

const message = (from: string, to: string) => [
  ...['MAIL FROM:<a@x.example>', `RCPT TO:<${to}>`, 'DATA', `From: ${from}`, `To: ${to}`, '', 'hi', '.'],
];

test('on port 25, a client that half-closes after a message gets its replies, but none to an unterminated command', async () => {
  const socket = connectTcp({ port: inbound.receiver.port, host: '127.0.0.1', allowHalfOpen: true });
  const octets = ['EHLO x', ...message('a@x.example', `a@${inbound.domain}`), 'NOOP'];
  expect(await codesOf(socket, octets)).toEqual(['220', '250', '250', '250', '354', '250']);
  expect(inbound.queued.length).toBe(1);
  await until(async () => inbound.receiver.sessions() === 0 || undefined, { what: 'no session' });
});

test('a client that closes its side behind a message has the replies to it: inside TLS', async () => {
  const { implicit: port } = relay.service.ports;
  const tcp = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true });
  const socket = connectTls({ socket: tcp, rejectUnauthorized: false });
  const octets = ['EHLO x', plainLogin(relay.password)];
  octets.push(...message(`shop@${relay.domain}`, 'ada@x.example'), 'QUIT', '');
  expect(await codesOf(socket, octets)).toEqual(['220', '250', '235', '250', '250', '354', '250', '221']);
  expect(relay.queued.length).toBe(1);
  await until(async () => relay.service.sessions() === 0 || undefined, { what: 'no session' });
});
