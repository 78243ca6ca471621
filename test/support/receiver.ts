import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

export type Received = { headers: IncomingHttpHeaders; body: string; path: string };

const open: { server: Server; sockets: Set<Socket> }[] = [];

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  open.push({ server, sockets });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** A customer's receiver on a free port. Responds with 200 unless `answer` does something else. */
export async function receiver(answer?: RequestListener) {
  const received: Received[] = [];
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        path: request.url ?? '',
      });
      if (answer) answer(request, response);
      else response.end('ok');
    });
  });
  return { url: await listen(server), received };
}

/** A receiver at the level of bytes, called for each connection once its request has begun. */
export async function rawReceiver(speak: (socket: Socket) => void): Promise<string> {
  return listen(createTcpServer((socket) => socket.once('data', () => speak(socket))));
}

/** Stops every receiver of this test file. */
export async function stopReceivers(): Promise<void> {
  await Promise.all(
    open.splice(0).map(({ server, sockets }) => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(done));
    }),
  );
}
