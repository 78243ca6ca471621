import type { Mailwright, MailwrightOptions } from '../../packages/sdk/src/index.ts';
import { html, json, serverOfTests } from '../support/scripted-server.ts';
import { keepingWaits } from '../support/sdk-waits.ts';

const server = serverOfTests();

const clientOf = (options: Partial<MailwrightOptions> = {}) =>
  keepingWaits({ baseUrl: server.url, ...options }).client;

const email = { from: 'a@example.com', to: 'b@example.net', subject: 'Hi', text: 'x' };

/** Calls whose success a caller relies on without a look at the answer. */
const calls: Record<string, (client: Mailwright) => PromiseLike<unknown>> = {
  'a list': (client) => client.suppressions.list({ email: 'b@example.net' }),
  'all items of a list': async (client) => {
    for await (const one of client.suppressions.list()) throw new Error(JSON.stringify(one));
  },
  'a send': (client) => client.emails.send(email),
  'a batch': (client) => client.emails.sendBatch({ emails: [email] }),
  'a repeated send': (client) => client.emails.resend('msg_1'),
  'an event': (client) => client.events.send({ name: 'order.paid', email: 'b@example.net' }),
};

test.each(Object.entries(calls))(
  '%s that another service answers is an error, not an empty success [D62]',
  async (_, call) => {
    server.play(json(200, { message: 'ok', suppressions: null }));
    await expect(Promise.resolve(call(clientOf()))).rejects.toMatchObject({
      name: 'MailwrightError',
      message: expect.stringMatching(/^The response is not from Mailwright/),
      status: 200,
      retryable: false,
    });
  },
);

test.each<[string, (client: Mailwright) => Promise<unknown>]>([
  ['an export', (client) => client.suppressions.export()],
  ['a report', (client) => client.migrations.report('mig_1')],
  ['a report in JSON', (client) => client.migrations.report('mig_1', { format: 'json' })],
])('%s that is a page of a proxy is an error [D62]', async (_, call) => {
  server.play(html(200));
  await expect(call(clientOf())).rejects.toMatchObject({
    message: expect.stringMatching(/^The response is not from Mailwright/),
    status: 200,
  });
});

test('what an onResponse rejects with later changes nothing, as what it throws [D57]', async () => {
  const seen: unknown[] = [];
  const keep = (error: unknown) => seen.push(error);
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', keep);
  try {
    server.play(json(200, { id: 'msg_1', status: 'sent' }));
    const onResponse = async () => {
      throw new Error('a fault of the log');
    };
    expect(await clientOf({ onResponse }).emails.send(email)).toMatchObject({ id: 'msg_1' });
    await new Promise((turn) => setImmediate(turn));
    expect(seen).toEqual([]);
  } finally {
    process.off('unhandledRejection', keep);
    for (const one of before) process.on('unhandledRejection', one);
  }
});
