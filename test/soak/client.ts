import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Customer, listAll, postTo } from './customer.ts';

/**
 * One email that a customer wants to send. Without a key, it is posted only once. `blocked` means it must be refused.
 */
type Wish = {
  n: number;
  keyed: boolean;
  scheduled: boolean;
  blocked: boolean;
  body: Record<string, unknown>;
};

/** What the customer knows afterwards. */
export type Posted = Pick<Wish, 'n' | 'keyed' | 'blocked'> & {
  ids: string[];
  posts: number;
  refused: string | null;
  /** Refused after its scheduled time, so no attempt was accepted before. */
  late: boolean;
};

/** The soak's account suppresses this address. */
export const blockedAddress = 'blocked@example.net';

const giveUpAfter = 200;

/** How far ahead an email is scheduled, in seconds of the product's clock. */
const ahead_s = 300;

/**
 * Every 5th email has no key, every 10th a body that is stored in the bucket, every 4th is scheduled for 5 minutes
 * after its first post, and every 11th goes to a suppressed address.
 */
export function wishes(count: number, from: string): Wish[] {
  return Array.from({ length: count }, (_, n) => ({
    n,
    keyed: n % 5 !== 4,
    scheduled: n % 4 === 1 && n % 11 !== 6,
    blocked: n % 11 === 6,
    body: {
      from,
      to: n % 11 === 6 ? blockedAddress : `someone-${n}@example.net`,
      subject: `soak ${n}`,
      text: n % 10 === 3 ? randomBytes(12_000).toString('base64') : `Email number ${n}.`,
    },
  }));
}

/** `now` is the product's clock. */
type Sender = Customer & { now: () => number };

/** The accepted email's id, or the refusal's code. Neither if the outcome is unknown. */
async function postOnce(
  customer: Sender,
  wish: Wish,
  post: number,
): Promise<{ id?: string; refused?: string }> {
  const { n, keyed, body } = wish;
  type Sent = { id?: string; error?: { code?: string } };
  const key = keyed && `soak-${n}`;
  const answer = await postTo<Sent>(customer, n + post, '/api/emails', { body, key });
  if (answer === null) return {};
  if (answer.status === 200) return { id: answer.body.id ?? '' };
  return { refused: `${answer.status} ${answer.body.error?.code}` };
}

/** Posts until there is a response, with the same Idempotency-Key each time. Without a key, posts only once. */
async function post(customer: Sender, wanted: Wish): Promise<Posted> {
  const scheduled_at = new Date(customer.now() + ahead_s * 1000).toISOString();
  const wish = wanted.scheduled ? { ...wanted, body: { ...wanted.body, scheduled_at } } : wanted;
  const { n, keyed, blocked } = wish;
  const posted: Posted = { n, keyed, blocked, ids: [], posts: 0, refused: null, late: false };
  // Every 7th is posted twice at once, like an impatient caller.
  const twins = wish.keyed && wish.n % 7 === 0 ? 2 : 1;
  do {
    const answers = await Promise.all(
      Array.from({ length: twins }, (_, twin) => postOnce(customer, wish, posted.posts + twin)),
    );
    posted.posts += twins;
    posted.ids.push(...answers.flatMap(({ id }) => id ?? []));
    posted.refused ??= answers.find(({ refused }) => refused)?.refused ?? null;
    posted.late = wish.scheduled && posted.refused !== null && customer.now() >= Date.parse(scheduled_at);
    if (posted.ids.length > 0 || posted.refused || !wish.keyed) return posted;
    await wait(50);
  } while (posted.posts < giveUpAfter);
  return posted;
}

/** Posts all emails, `concurrency` at a time. */
export async function postAll(customer: Sender, all: Wish[], concurrency: number): Promise<Posted[]> {
  const waiting = [...all];
  const posted: Posted[] = [];
  const work = async () => {
    for (let wish = waiting.shift(); wish; wish = waiting.shift()) posted.push(await post(customer, wish));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return posted;
}

/** The status of every accepted email of the account by id, from GET /emails. */
export async function statuses(customer: Customer): Promise<Map<string, string>> {
  type Listed = { id: string; status: string; to: string[] };
  const emails = await listAll<Listed>(customer, '/api/emails', 'emails');
  const accepted = emails.filter(({ status, to }) => !(status === 'failed' && to.includes(blockedAddress)));
  return new Map(accepted.map(({ id, status }) => [id, status]));
}
