import type { Socket } from 'node:net';
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from 'node:stream';
import { createServer, type TLSSocket } from 'node:tls';
import type { Certificate } from './self-signed.ts';

const pairOf = ({ certificate, private_key }: Certificate) => ({ cert: certificate, key: private_key });

type TlsOptions = { handshake_ms: number; onError: (error: Error) => void };

/** Octets of a client read in advance while its session is busy. Each octet may take a buffer. */
export const readAhead = 4 * 1024;

/** Makes sockets with that read-ahead, because a TLS server has no option for it. */
function withReadAhead(make: () => void): void {
  const usual = getDefaultHighWaterMark(false);
  setDefaultHighWaterMark(false, readAhead);
  try {
    make();
  } finally {
    setDefaultHighWaterMark(false, usual);
  }
}

/** Both ends of a TCP connection: unique among this machine's open connections. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');

/** TLS 1.2 and 1.3 without renegotiation, over sockets that other servers accepted. */
export function createTls(certificate: Certificate, { handshake_ms, onError }: TlsOptions) {
  const settings = { minVersion: 'TLSv1.2', honorCipherOrder: true, sessionIdContext: 'smtp' } as const;
  const waiting = new Map<string, (socket: TLSSocket) => void>();
  const server = createServer({ ...settings, ...pairOf(certificate), handshakeTimeout: handshake_ms });
  server.on('secureConnection', (socket) => {
    socket.disableRenegotiation();
    const secured = waiting.get(endsOf(socket));
    if (secured) secured(socket);
    else socket.destroy();
  });
  server.on('tlsClientError', (error, socket) => {
    onError(error);
    socket.destroy();
  });
  return {
    /** Starts the handshake, with octets not read yet. Null if the connection ends first. */
    secure: (socket: Socket): Promise<TLSSocket | null> =>
      new Promise((done) => {
        if (socket.destroyed) return done(null);
        const ends = endsOf(socket);
        const settle = (secured: TLSSocket | null): void => {
          waiting.delete(ends);
          socket.off('close', lost);
          done(secured);
        };
        const lost = () => settle(null);
        waiting.set(ends, settle);
        socket.once('close', lost);
        withReadAhead(() => server.emit('connection', socket));
      }),
    /** Used by new handshakes. */
    useCertificate: (next: Certificate): void => server.setSecureContext({ ...settings, ...pairOf(next) }),
  };
}

export type Tls = ReturnType<typeof createTls>;
