import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import packets, { type Packet } from 'dns-packet';

/** The server's answer. Null means silence. */
export type Reply = (name: string, type: string) => (Pick<Packet, 'answers'> & { flags?: number }) | null;

/** Responds to a query. Null means silence. */
function answerTo({ id = 0, questions = [] }: Packet, reply: Reply): Packet | null {
  const [question] = questions;
  const answer = question && reply(question.name, question.type);
  return answer ? { type: 'response', id, questions, ...answer } : null;
}

/** The most bytes over UDP. A longer answer is truncated, so that the client asks again over TCP. */
const maxDatagram = 1232;

/** Binds both protocols to one port. A port that is free for TCP may be taken for UDP, so it may try again. */
async function onOnePort(
  make: () => { udp: Socket; tcp: Server },
): Promise<{ port: number; close: () => void }> {
  for (let tries = 1; ; tries++) {
    const { udp, tcp } = make();
    const close = () => {
      udp.close();
      tcp.close();
    };
    try {
      await once(tcp.listen(0, '127.0.0.1'), 'listening');
      const { port } = tcp.address() as AddressInfo;
      await once(udp.bind(port, '127.0.0.1'), 'listening');
      return { port, close };
    } catch (error) {
      close();
      if (tries === 20) throw error;
    }
  }
}

/** A name server on a free port. */
export async function startNameServer(reply: Reply): Promise<{ address: string; close: () => void }> {
  const make = () => {
    const udp = createSocket('udp4');
    udp.on('message', (bytes, from) => {
      const packet = answerTo(packets.decode(bytes), reply);
      if (packet === null) return;
      const whole = packets.encode(packet);
      const short = { ...packet, answers: [], flags: packets.TRUNCATED_RESPONSE };
      udp.send(whole.length > maxDatagram ? packets.encode(short) : whole, from.port, from.address);
    });
    const tcp = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        // Sent after the two bytes of its length.
        const packet = answerTo(packets.decode(bytes.subarray(2)), reply);
        if (packet !== null) socket.write(packets.streamEncode(packet));
      });
    });
    return { udp, tcp };
  };
  const { port, close } = await onOnePort(make);
  return { address: `127.0.0.1:${port}`, close };
}
