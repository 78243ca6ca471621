import { receiver, stopReceivers } from '../support/receiver.ts';

/** A customer's server that takes webhooks for as long as the bench runs. */
export type Customer = {
  url: string;
  /** Answers 500 with this body from now on; null: 200 again. */
  fail: (body: string | null) => void;
  /** How many webhooks came so far. */
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
