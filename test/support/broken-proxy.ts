import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const fates = ['lost', 'answer_lost', 'half_answer', 'hidden', 'passed'] as const;
type Fate = (typeof fates)[number];

const page = '<h1>Bad gateway</h1>';
const badGateway = `HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`;

/**
 * A TCP proxy that breaks four in ten requests. It resets the connection before the request is complete, after the
 * service has responded, or in the middle of the response, or it responds with a page of its own.
 */
export async function brokenProxy(upstream: string, random: () => number) {
  const { port, hostname } = new URL(upstream);
  const done: Record<Fate, number> = { lost: 0, answer_lost: 0, half_answer: 0, hidden: 0, passed: 0 };
  const fateOf = (): Fate => fates[Math.min(fates.length - 1, Math.floor(random() * 10))] as Fate;

  function carry(client: Socket): void {
    let fate: Fate = 'passed';
    const service = connect(Number(port), hostname);
    for (const socket of [client, service]) socket.on('error', () => {});
    client.on('close', () => service.destroy());
    service.on('close', () => client.destroy());
    client.on('data', (part) => {
      if (/^(GET|POST) /.test(part.toString('latin1', 0, 5))) {
        fate = fateOf();
        done[fate]++;
      }
      if (fate === 'lost') client.resetAndDestroy();
      else service.write(part);
    });
    service.on('data', (part) => {
      if (fate === 'answer_lost') client.resetAndDestroy();
      else if (fate === 'half_answer')
        client.write(part.subarray(0, part.length / 2), () => client.resetAndDestroy());
      else if (fate === 'hidden') client.end(badGateway);
      else client.write(part);
    });
  }

  const server = createServer(carry);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: own } = server.address() as AddressInfo;
  return { url: upstream.replace(`:${port}`, `:${own}`), done, close: () => server.close() };
}
