import { createServer } from 'node:net';

/** Free TCP ports on 127.0.0.1; held open together, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no TCP port');
      return address.port;
    }),
  );
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Asks `probe` until it says something other than undefined; throws `complaint` after `seconds`. */
export async function eventually<T>(
  probe: () => Promise<T | undefined>,
  { seconds, every_ms = 50, complaint }: { seconds: number; every_ms?: number; complaint: string },
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${complaint} (waited ${seconds} s)`);
    await new Promise((done) => setTimeout(done, every_ms));
  }
}
