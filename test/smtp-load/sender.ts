import { messageOf, open, sendMessage } from './client.ts';

/** The orders of a client process, which prints what it measured. */
export type SenderOptions = {
  port: number;
  ca: string;
  password: string;
  from: string;
  to: string;
  connections: number;
  /** Messages in the first seconds of each connection don't count. */
  warm_s: number;
  seconds: number;
  bytes: number;
};

export type Sent = { messages: number; per_second: number; p50_ms: number; p99_ms: number };

/** After this many messages, a client starts a new session, because the relay accepts 1,000 per session. */
const messagesOfSession = 900;

/** Pooled TLS connections with login. Each sends its next message after the last response. */
async function send(options: SenderOptions): Promise<Sent> {
  const { port, ca, password, from, to, connections, warm_s, seconds, bytes } = options;
  const openOne = () => open({ port, ca, password });
  const pool = await Promise.all(Array.from({ length: connections }, openOne));
  const began = performance.now() + warm_s * 1000;
  const until = began + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    pool.map(async (first, i) => {
      let connection = first;
      for (let n = 0, at = performance.now(); at < until; n++) {
        if (n > 0 && n % messagesOfSession === 0) {
          connection.socket.destroy();
          connection = await openOne();
        }
        const id = `${process.pid}.${i}.${n}@client.example`;
        await sendMessage(connection, { from, to, octets: messageOf({ from, to, bytes, id }) });
        const now = performance.now();
        if (at >= began && now <= until) times.push(now - at);
        at = now;
      }
      connection.socket.destroy();
    }),
  );
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { messages: times.length, per_second: times.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99) };
}

process.stdout.write(JSON.stringify(await send(JSON.parse(process.argv[2] ?? '{}'))));
