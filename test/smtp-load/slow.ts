import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Cloud } from '../../localstack/cloud.ts';
import { messageOf, open, sendMessage, type Target } from './client.ts';
import { doorsOf, makeSender } from './senders.ts';

/** Milliseconds of a session with one message: connection to reply. */
type Times = { receiver_ms: number; relay_ms: number };
export type Slowness = { connections: number; held: number; before: Times; among: Times };

const addresses = 100;
const perAddress = 20;
const samples = 30;
/** An octet of each connection in so many milliseconds. */
const drip_ms = 2_000;

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function sessionTime(target: Target, message: Parameters<typeof sendMessage>[1]): Promise<number> {
  const began = performance.now();
  const connection = await open(target);
  await sendMessage(connection, message);
  connection.socket.destroy();
  return performance.now() - began;
}

/** A connection that says its greeting and then, at most, one octet at a time: every fourth amid a message. */
async function dawdle(port: number, { i, to }: { i: number; to: string }): Promise<Socket> {
  const from = `127.3.${1 + (i % addresses)}.1`;
  if (i % 4 === 3) return connectSilently(port, from);
  const { socket, say } = await open({ port, from });
  if (i % 4 !== 2) return socket;
  await say('MAIL FROM:<a@x.example>');
  await say(`RCPT TO:<${to}>`);
  await say('DATA');
  return socket;
}

const connectSilently = (port: number, localAddress: string) =>
  new Promise<Socket>((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => done(socket));
    socket.once('error', fail);
  });

/** What another client notices of connections that hardly say anything, at the port that is open to all. */
export async function measureSlowness(cloud: Cloud): Promise<Slowness> {
  const { smtp, inbound } = doorsOf(cloud);
  const { password, from } = await makeSender(cloud);
  const ca = readFileSync(smtp.ca_file, 'utf8');
  const to = `load@${inbound.domain}`;
  const measure = async (): Promise<Times> => {
    const receiver: number[] = [];
    const relay: number[] = [];
    for (let i = 0; i < samples; i++) {
      const received = messageOf({
        from: 'a@x.example',
        to,
        bytes: 4096,
        id: `${i}.${performance.now()}@x.example`,
      });
      receiver.push(
        await sessionTime(
          { port: inbound.port, from: `127.4.${1 + i}.1` },
          { from: 'a@x.example', to, octets: received },
        ),
      );
      const relayed = messageOf({ from, to: 'ada@x.example', bytes: 4096 });
      relay.push(
        await sessionTime(
          { port: smtp.tls_port, ca, password },
          { from, to: 'ada@x.example', octets: relayed },
        ),
      );
    }
    return { receiver_ms: median(receiver), relay_ms: median(relay) };
  };
  await measure();
  const before = await measure();
  const sockets: Socket[] = [];
  for (let i = 0; i < addresses * perAddress; i += perAddress)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: perAddress }, (_, k) => dawdle(inbound.port, { i: i + k, to })),
      )),
    );
  for (const socket of sockets) socket.on('error', () => {});
  let next = 0;
  const drip = setInterval(() => {
    for (const end = next + sockets.length / 20; next < end; next++)
      sockets[next % sockets.length]?.write('x');
  }, drip_ms / 20);
  const among = await measure();
  clearInterval(drip);
  const held = sockets.filter(({ readyState }) => readyState === 'open').length;
  for (const socket of sockets) socket.destroy();
  return { connections: sockets.length, held, before, among };
}
