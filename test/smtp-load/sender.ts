import { messageOf, open, sendMessage } from './client.ts';

/** What the process of a client is asked for; it prints what it measured. */
export type SenderOptions = {
  port: number;
  ca: string;
  password: string;
  from: string;
  to: string;
  connections: number;
  /** Messages of each connection are not counted until so many seconds have passed. */
  warm_s: number;
  seconds: number;
  bytes: number;
};

export type Sent = { messages: number; per_second: number; p50_ms: number; p99_ms: number };

/** After so many messages a client's session ends and another begins: the relay takes 1,000 in one. */
const messagesOfSession = 900;

/** Pooled TLS connections with login, each of which sends its next message when the last was answered. */
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
