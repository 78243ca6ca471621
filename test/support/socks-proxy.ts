import { createServer, type Socket } from 'node:net';

/** Resolves with the bytes that came once there are `count` of them; what comes after stays in the socket. */
async function bytesOf(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes !== null) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Error('the client has gone');
    await new Promise<void>((done) => {
      const next = () => {
        for (const name of ['readable', 'end', 'close']) socket.off(name, next);
        done();
      };
      for (const name of ['readable', 'end', 'close']) socket.on(name, next);
    });
  }
}

/** Bytes of an address by its type (RFC 1928, 5): IPv4, IPv6, or a name behind its length. */
async function skipAddress(socket: Socket, type: number): Promise<void> {
  const fixed = new Map([
    [1, 4],
    [4, 16],
  ]).get(type);
  const length = fixed ?? ((await bytesOf(socket, 1))[0] as number);
  await bytesOf(socket, length + 2);
}

/** A SOCKS 5 proxy on loopback that connects every client to `connectTo`, wherever it asks to go. */
export async function socksProxy(connectTo: (client: Socket) => void) {
  const greet = async (socket: Socket) => {
    const [, methods = 0] = await bytesOf(socket, 2);
    await bytesOf(socket, methods);
    socket.write(Buffer.from([5, 0]));
    const [, , , type = 0] = await bytesOf(socket, 4);
    await skipAddress(socket, type);
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    connectTo(socket);
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    greet(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
