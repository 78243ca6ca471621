import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import packets, { type Packet } from 'dns-packet';

/** What the server answers; null stays silent. */
export type Reply = (name: string, type: string) => (Pick<Packet, 'answers'> & { flags?: number }) | null;

/** The response to a query; null to stay silent. */
function answerTo({ id = 0, questions = [] }: Packet, reply: Reply): Packet | null {
  const [question] = questions;
  const answer = question && reply(question.name, question.type);
  return answer ? { type: 'response', id, questions, ...answer } : null;
}

/** Octets of an answer over UDP; a longer one is truncated, and asked for again over TCP. */
const maxDatagram = 1232;

/** A name server on a free port. */
export async function startNameServer(reply: Reply): Promise<{ address: string; close: () => void }> {
  const server = createSocket('udp4');
  server.on('message', (bytes, from) => {
    const packet = answerTo(packets.decode(bytes), reply);
    if (packet === null) return;
    const whole = packets.encode(packet);
    const short = { ...packet, answers: [], flags: packets.TRUNCATED_RESPONSE };
    server.send(whole.length > maxDatagram ? packets.encode(short) : whole, from.port, from.address);
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  const { port } = server.address();
  const long = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      // Behind the two octets of its length.
      const packet = answerTo(packets.decode(bytes.subarray(2)), reply);
      if (packet !== null) socket.write(packets.streamEncode(packet));
    });
  });
  await new Promise<void>((done) => long.listen(port, '127.0.0.1', done));
  const close = () => {
    server.close();
    long.close();
  };
  return { address: `127.0.0.1:${port}`, close };
}
