import { createSocket } from 'node:dgram';
import packets, { type Packet } from 'dns-packet';

/** What the server answers; null stays silent. */
export type Reply = (name: string, type: string) => (Pick<Packet, 'answers'> & { flags?: number }) | null;

/** A name server on a free port. */
export async function startNameServer(reply: Reply): Promise<{ address: string; close: () => void }> {
  const server = createSocket('udp4');
  server.on('message', (bytes, from) => {
    const query = packets.decode(bytes);
    const [question] = query.questions ?? [];
    const answer = question && reply(question.name, question.type);
    if (!answer) return;
    const packet = {
      type: 'response',
      id: query.id ?? 0,
      questions: query.questions ?? [],
      ...answer,
    } as const;
    server.send(packets.encode(packet), from.port, from.address);
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  return { address: `127.0.0.1:${server.address().port}`, close: () => server.close() };
}
