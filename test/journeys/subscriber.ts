import Stripe from 'stripe';
import { type Received as Post, receiver, stopReceivers } from '../support/receiver.ts';
import { until } from '../support/until.ts';

/** The envelope of a webhook event (specification, Events). */
type WebhookEvent = {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown> & { email_id?: string };
};

/** One POST as it arrived, at `at` (epoch ms). */
type Received = Post & { at: number; event: WebhookEvent };

type Subscriber = {
  url: string;
  received: Received[];
  /** The status to respond with. The default is 200. */
  answerBy: (choose: (post: Post) => number) => void;
  /** Waits for the first event of a type for an email. */
  event: (type: string, email_id: string) => Promise<Received>;
};

/** A customer's webhook receiver that parses the events. */
export async function startSubscriber(): Promise<Subscriber> {
  const received: Received[] = [];
  let choose = (_post: Post) => 200;
  const posts = await receiver((_request, response) => {
    const post = posts.received.at(-1) as Post;
    received.push({ ...post, at: Date.now(), event: JSON.parse(post.body) });
    response.writeHead(choose(post)).end();
  });
  return {
    url: posts.url,
    received,
    answerBy: (by) => {
      choose = by;
    },
    event: (type, email_id) => {
      const wanted = ({ event }: Received) => event.type === type && event.data.email_id === email_id;
      return until(async () => received.find(wanted), { within_ms: 40_000, what: `${type} of ${email_id}` });
    },
  };
}

export const stopSubscribers = stopReceivers;

/** The event, if an independent verifier accepts its signature. Ours is Stripe's scheme (H20). */
export function verifiedByStripe({ body, headers }: Pick<Received, 'body' | 'headers'>, secret: string) {
  const { webhooks } = new Stripe('sk_test_unused');
  const signature = String(headers['service-signature']);
  return webhooks.constructEvent(body, signature, secret) as unknown as WebhookEvent;
}
