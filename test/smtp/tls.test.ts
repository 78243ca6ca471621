import { createServer, type Socket } from 'node:net';
import { getDefaultHighWaterMark } from 'node:stream';
import { connect } from 'node:tls';
import { selfSigned } from '../../shared/smtp/self-signed.ts';
import { createTls } from '../../shared/smtp/tls.ts';

test('a socket inside TLS reads 4 KB ahead, in up to as many buffers, and others as far as before [R61]', async () => {
  const usual = getDefaultHighWaterMark(false);
  const tls = createTls(selfSigned(['localhost'], Date.now()), { handshake_ms: 5_000, onError: () => {} });
  const server = createServer();
  const accepted = new Promise<Socket>((done) => server.once('connection', done));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  const secured = await tls.secure(await accepted);
  expect(secured?.readableHighWaterMark).toBe(4_096);
  expect(getDefaultHighWaterMark(false)).toBe(usual);
  for (const socket of [client, secured]) socket?.destroy();
  server.close();
});
