import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { endConnections, sockets } from '../support/end-connections.ts';

test('a connection that a test file opened is known until it ends', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  expect(sockets.has(socket)).toBe(true);
  const closed = once(socket, 'close');
  endConnections([socket]);
  await closed;
  expect(sockets.has(socket)).toBe(false);
  server.close();
});
