import { receiver, stopReceivers } from '../support/receiver.ts';

/** A customer's server that accepts webhooks while the bench runs. */
export type Customer = {
  url: string;
  /** From now on, responds with 500 and this body. Null means 200 again. */
  fail: (body: string | null) => void;
  /** How many webhooks have arrived. */
  count: () => number;
  close: () => Promise<void>;
};

export async function startCustomer(): Promise<Customer> {
  let failure: string | null = null;
  const { url, received } = await receiver((_request, response) => {
    response.writeHead(failure === null ? 200 : 500).end(failure ?? 'ok');
  });
  return {
    url,
    fail: (body) => {
      failure = body;
    },
    count: () => received.length,
    close: stopReceivers,
  };
}
