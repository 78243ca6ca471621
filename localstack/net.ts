import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Below the ports that systems give to outgoing connections: none of those is in the way when the port is used. */
const [lowest, highest] = [12_000, 32_000];

/** Listens at a port, 0 for a free one; throws where it is taken. Returns the port. */
export async function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  return (server.address() as AddressInfo).port;
}

/** A server that occupies the port; undefined if it is taken. */
async function holdPort(port: number): Promise<Server | undefined> {
  const server = createServer();
  const held = await new Promise<boolean>((done, fail) =>
    server
      .once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? done(false) : fail(error),
      )
      .listen(port, '127.0.0.1', () => done(true)),
  );
  return held ? server : undefined;
}

async function hold(): Promise<Server> {
  for (;;) {
    const held = await holdPort(randomInt(lowest, highest));
    if (held) return held;
  }
}

const closed = (server: Server) => new Promise((done) => server.close(done));

/** Whether a TCP port on 127.0.0.1 is free. */
export async function isFree(port: number): Promise<boolean> {
  const held = await holdPort(port);
  if (held) await closed(held);
  return held !== undefined;
}

/** Free TCP ports on 127.0.0.1; held open together, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, hold));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(closed));
  return ports;
}

/** For what hangs: on a machine with a load of 45 a program took more than 60 s to start. */
const patience_s = 180;

/** Asks `probe` until it says something other than undefined; throws `complaint` after `seconds`. */
export async function eventually<T>(
  probe: () => Promise<T | undefined>,
  {
    seconds = patience_s,
    every_ms = 50,
    complaint,
  }: { seconds?: number; every_ms?: number; complaint: string },
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${complaint} (waited ${seconds} s)`);
    await new Promise((done) => setTimeout(done, every_ms));
  }
}
