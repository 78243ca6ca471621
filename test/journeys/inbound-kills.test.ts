import { setTimeout as wait } from 'node:timers/promises';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { environment, readStack } from '../support/environment.ts';
import { receivedIds } from '../support/inbound.ts';
import { patientTimeout } from '../support/patience.ts';
import { sendRaw, type Talk, talk } from '../support/smtp.ts';
import { killUntil } from '../support/task-kills.ts';
import { until } from '../support/until.ts';
import { caller } from './world.ts';

/** `npm run check -- soak:received`: so many messages. */
const messages = Number(process.env.RECEIVED ?? 30);
const servers = 10;
const kills = Math.max(2, Math.round(messages / 100));

patientTimeout(120_000 + messages * 500);

const { inbound, api_key } = readStack();
const { RECEIVE_QUEUE_URL: QueueUrl } = environment();
const call = caller(api_key);
const run = `kills-${Date.now()}`;
const to = [`${run}@${inbound.domain}`];

/** A server that keeps its connection and repeats a message, byte for byte, until it is accepted. */
function mailServer(address: string) {
  let talking: Talk | null = null;
  const attempt = async (message: string): Promise<string[]> => {
    if (talking === null) {
      talking = await talk(inbound.port, { from: address });
      await talking.say('EHLO mx.x.example');
    }
    return receivedIds(await sendRaw(talking, { from: 'ada@x.example', to, message }));
  };
  const close = () => talking?.close();
  const send = async (message: string): Promise<number> => {
    const deadline = Date.now() + 120_000;
    for (let failures = 0; ; failures++) {
      try {
        await attempt(message);
        return failures;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        talking?.close();
        talking = null;
        await wait(200 + Math.random() * 300);
      }
    }
  };
  return { send, close };
}

/** How often each message is listed, by Message-ID. */
async function listed(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let cursor = ''; ; ) {
    const { body } = await call(
      'GET',
      `/received-emails?limit=100&to=${to[0]}${cursor && `&cursor=${cursor}`}`,
    );
    for (const { message_id } of body.received_emails as { message_id: string }[])
      counts.set(message_id, (counts.get(message_id) ?? 0) + 1);
    if (body.next_cursor === null) return counts;
    cursor = String(body.next_cursor);
  }
}

const isEmpty = async (): Promise<true | undefined> => {
  const sqs = new SQSClient({});
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.every((name) => Attributes?.[name] === '0') || undefined;
};

test(`the receiver killed at random moments under ${messages} messages: each is listed once [R40, R41]`, async () => {
  const idOf = (i: number) => `<${run}.${i}@x.example>`;
  let next = 0;
  let failures = 0;
  const serve = async (_: unknown, n: number) => {
    const { send, close } = mailServer(`127.0.${7 + n}.1`);
    while (next < messages) {
      const i = next++;
      failures += await send(
        `From: ada@x.example\r\nMessage-ID: ${idOf(i)}\r\nSubject: ${run}\r\n\r\n${i}\r\n`,
      );
      // Fewer at a time than the receiver accepts, so that kills happen in between.
      await wait(50);
    }
    close();
  };
  const all = Promise.all(Array.from({ length: servers }, serve));
  let done = false;
  const [killed] = await Promise.all([killUntil(() => done, kills), all.then(() => (done = true))]);
  const whole = async () => ((await listed()).size === messages ? true : undefined);
  await until(whole, { within_ms: 120_000, what: 'all messages in the list' });
  await until(isEmpty, { within_ms: 120_000, what: 'an empty queue' });
  const counts = await listed();
  const doubled = [...counts].filter(([, count]) => count !== 1);
  expect([doubled, counts.size]).toEqual([[], messages]);
  expect(killed).toBeGreaterThan(0);
  if (process.env.RECEIVED !== undefined)
    process.stderr.write(`${messages} messages, ${killed} kills, ${failures} broken attempts\n`);
});
