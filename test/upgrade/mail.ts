import { setTimeout as wait } from 'node:timers/promises';
import { receiver } from '../support/receiver.ts';

type Account = { base_url: string; api_key: string };

/** Repeats a call until the API responds, because a deployment may be in progress. */
async function call(
  { base_url, api_key }: Account,
  method: string,
  path: string,
  body?: object,
  key?: string,
) {
  const headers = {
    authorization: `Bearer ${api_key}`,
    'content-type': 'application/json',
    ...(key && { 'idempotency-key': key }),
  };
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${base_url}${path}`, { method, headers, body: JSON.stringify(body) }).catch(
      () => null,
    );
    // biome-ignore lint/suspicious/noExplicitAny: answers of several kinds.
    if (answer?.ok) return (await answer.json()) as any;
    if (tries === 120 || (answer && answer.status < 500 && ![404, 409, 429].includes(answer.status)))
      throw new Error(`${method} ${path}: ${answer?.status} ${await answer?.text()}`);
    await wait(500);
  }
}

/** A customer's endpoint, with the events that it accepted, by id. `fails` makes it respond with 500. */
export async function startEndpoint() {
  const taken = new Map<string, { email: string; type: string }>();
  const state = { fails: false };
  const { url, received } = await receiver((_, response) => {
    if (state.fails) return response.writeHead(500).end();
    const { id, type, data } = JSON.parse(received.at(-1)?.body ?? '');
    taken.set(id, { email: String(data.email_id), type });
    return response.end('ok');
  });
  return { url, taken, state };
}

/** Subscribes the endpoint, then sends three emails a second until `stop`, plus what the story needs. */
export function startSender(account: Account) {
  const accepted = new Map<string, string>();
  let stopped = false;
  let n = 0;
  const email = (kind: string) => ({
    from: 'shop@acme.test',
    to: `${kind.replaceAll(' ', '-')}-${++n}@x.example`,
    subject: kind,
    text: 'Hi',
  });
  const send = async (kind: string, change: object = {}) => {
    const body = { ...email(kind), ...change };
    const { id } = await call(account, 'POST', '/emails', body, `key-${n}`);
    accepted.set(id, kind);
  };
  let loop: Promise<void> | undefined;
  const stream = async () => {
    while (!stopped) {
      await send('stream');
      await wait(300);
    }
  };
  return {
    accepted,
    send,
    schedule: (kind: string, in_ms: number) =>
      send(kind, { scheduled_at: new Date(Date.now() + in_ms).toISOString() }),
    batch: async (kind: string) => {
      const emails = Array.from({ length: 20 }, () => email(kind));
      const { data } = await call(account, 'POST', '/emails/batch', { emails }, `batch-${kind}`);
      for (const { id } of data) accepted.set(id, kind);
    },
    start: async (url: string) => {
      await call(account, 'POST', '/webhooks', { url, events: ['email.sent', 'email.delivered'] });
      loop = stream();
    },
    stop: async () => {
      stopped = true;
      await loop;
    },
  };
}
