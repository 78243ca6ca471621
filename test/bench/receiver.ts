import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Receiver = {
  url: string;
  /** Answers 500 with this body from now on; null: 200 again. */
  fail: (body: string | null) => void;
  close: () => Promise<void>;
};

/** A customer's server that takes webhooks. */
export async function startReceiver(): Promise<Receiver> {
  let failure: string | null = null;
  const server = createServer((incoming, outgoing) => {
    incoming
      .resume()
      .once('end', () => outgoing.writeHead(failure === null ? 200 : 500).end(failure ?? 'ok'));
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (body) => {
      failure = body;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
