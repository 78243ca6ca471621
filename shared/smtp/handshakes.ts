import type { Server, Socket } from 'node:net';

export type HandshakeLimits = {
  /** From the connection to the end of the handshake. */
  handshake_ms: number;
  /** Handshakes of one address at a time. */
  at_once: number;
  /** How an address is counted. */
  keyOf: (address: string) => string;
};

/**
 * Bounds what comes before TLS where TLS is the first thing said: such a connection is no session yet, so that neither
 * its times nor its limits hold. One that is too many or too slow is closed without a word. Answers what a connection
 * calls when its handshake is done. `cut` ends a connection whose handshake has begun: destroying the socket under TLS crashes
 * Node.
 */
export function boundHandshakes(
  server: Server,
  { handshake_ms, at_once, keyOf }: HandshakeLimits,
  cut: (socket: Socket) => void,
) {
  const open = new Map<string, Socket>();
  const counts = new Map<string, number>();
  const peerOf = ({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>) =>
    `${remoteAddress} ${remotePort}`;
  const change = (key: string, by: number): number => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
    return count;
  };
  const done = (peer: string): void => {
    const socket = open.get(peer);
    if (socket === undefined) return;
    open.delete(peer);
    change(keyOf(peer.split(' ')[0] ?? ''), -1);
  };
  const [accept] = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    const key = keyOf(socket.remoteAddress ?? '');
    if (change(key, 1) > at_once) {
      change(key, -1);
      return socket.destroy();
    }
    open.set(peer, socket);
    const timer = setTimeout(() => open.has(peer) && cut(socket), handshake_ms);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      done(peer);
    });
    accept?.call(server, socket);
  });
  return { done: (socket: Socket): void => done(peerOf(socket)) };
}
