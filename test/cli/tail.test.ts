import type { Io } from '../../packages/cli/src/io.ts';
import { recordNotification } from '../../shared/domain/feedback/record-notification.ts';
import { fixtureFor } from '../domain/feedback/fixture.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { shell } from '../support/cli.ts';
import { untilIndexed } from '../support/lag.ts';

const ctx = testContext();

test('tail prints a line for each new email and each change of its last event, however many there are [D71]', async () => {
  const { queued, deliver, mails, clock, send, account, api_key, ctx } = await capturedAccount();
  const old = await send();
  const lines: string[][] = [];
  const sent: string[] = [];
  const steps = [
    async () => {
      for (let i = 0; i < 104; i++) sent.push(await send({ subject: `${i}` }));
      await untilIndexed('GET', '/emails');
    },
    async () => {
      queued.splice(0, queued.length - 1);
      for (const { message } of queued.splice(0)) await deliver(message);
      for (const { email_id: id } of mails.splice(0))
        await recordNotification(ctx, fixtureFor('delivery', { id, account: account.id }), {
          receive_count: 1,
        });
    },
    async () => {},
  ];
  const { cli, io } = await shell(ctx, { api_key });
  const { out } = io;
  io.out = (text) => {
    lines.push(text.trim().split(' '));
    out(text);
  };
  io.sleep = async (ms) => {
    clock.advance(ms);
    await steps.shift()?.();
  };
  expect((await cli('emails', 'tail', '--rounds', '4')).status).toBe(0);
  const shown = lines.map(([, id, event]) => [id, event]);
  expect(shown.slice(0, -1)).toEqual(sent.map((id) => [id, 'queued']));
  expect(shown.at(-1)).toEqual([sent.at(-1), 'delivered']);
  expect(shown.flat()).not.toContain(old);
});

test('tail of a long, quiet history asks for one page a look and prints nothing [D71]', async () => {
  const { api_key } = await freshAccount(ctx);
  const emails = Array.from({ length: 250 }, (_, i) => ({
    id: `msg_${String(250 - i).padStart(26, '0')}`,
    last_event: 'delivered',
    to: ['ada@example.com'],
    created_at: '2026-11-28T06:00:00.000Z',
  }));
  let asked = 0;
  const fetch: Io['fetch'] = async (url) => {
    asked += 1;
    const from = Number(new URL(url).searchParams.get('cursor') ?? 0);
    const page = { has_more: from + 100 < emails.length, next_cursor: String(from + 100) };
    return Response.json({ emails: emails.slice(from, from + 100), ...page });
  };
  const { cli } = await shell(ctx, { api_key }, { fetch, sleep: async () => {} });
  const { status, out } = await cli('emails', 'tail', '--rounds', '3');
  expect({ status, out, asked }).toEqual({ status: 0, out: '', asked: 3 });
});
