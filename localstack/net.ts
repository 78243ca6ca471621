import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Ports below those that systems use for outgoing connections, so that no outgoing connection occupies one.
 */
const [lowest, highest] = [12_000, 32_000];

/** Listens on a port, or on a free one for 0. Throws if it is taken. Returns the port. */
export async function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  return (server.address() as AddressInfo).port;
}

/** A server that occupies the port, or undefined if the port is taken. */
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

/** Free TCP ports on 127.0.0.1. They are held open together, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, hold));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(closed));
  return ports;
}

/** This limit is only for hangs: at a load of 45, starting a program took more than 60 s. */
const patience_s = 180;

/** Calls `probe` until it returns a value. Throws `complaint` after `seconds`. */
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
