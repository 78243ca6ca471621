import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** A server that accepts connections and requests, writes `answer` once for each, and then nothing more. */
export async function startStalled(answer = '') {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!data.includes('HTTP/1.1')) return;
      requests++;
      socket.write(answer);
      server.emit('asked');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    /** Waits for the next request. */
    asked: () => once(server, 'asked'),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const blockedListener = `
const { createServer } = require('node:net');
const { parentPort } = require('node:worker_threads');
const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/** An address that never completes a connection, because its listener is blocked and its backlog is full. */
export async function startUnreachable() {
  const worker = new Worker(blockedListener, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await once(fillers[0] as Socket, 'connect');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of fillers) socket.destroy();
      await worker.terminate();
    },
  };
}
