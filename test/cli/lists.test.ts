import type { Email } from '../../shared/core/records/emails.ts';
import { capturedAccount } from '../support/captured.ts';
import { shell } from '../support/cli.ts';

/** An account whose store has so many emails, of which the oldest alone has the tag `rare`. */
async function world(total: number) {
  const { ctx, api_key, send } = await capturedAccount();
  const record = (await ctx.emails.getMeta(await send({ tags: { rare: 'yes' } }))) as Email;
  ctx.emails.list = async ({ limit, before }) => {
    const from = before === null ? 0 : Number(before);
    const size = Math.min(limit, total - from);
    const entries = Array.from({ length: size }, (_, i) => {
      const last = from + i === total - 1;
      return { ...record, id: String(from + i + 1) as Email['id'], tags: last ? record.tags : [] };
    });
    return { entries, next: from + size < total ? String(from + size) : null };
  };
  return (await shell(ctx, { api_key })).cli;
}

test('emails list goes on over pages that are short or empty [Q14, D61]', async () => {
  const cli = await world(2_500);
  const rare = await cli('--json', 'emails', 'list', '--tag', 'rare');
  expect([rare.status, rare.err, rare.out.trim().split('\n').length]).toEqual([0, '', 1]);
  expect(JSON.parse(rare.out).id).toBe('2500');
  const all = await cli('--json', 'emails', 'list', '--limit', '30');
  expect([all.err, all.out.trim().split('\n').length]).toEqual(['', 30]);
});

test('emails list says so where it gave up before the end [Q14]', async () => {
  const cli = await world(60_000);
  const none = await cli('--json', 'emails', 'list', '--tag', 'rare');
  expect([none.status, none.out, none.err]).toEqual([
    0,
    '',
    "Older items weren't searched, so there may be more results.\n",
  ]);
});

test('emails list --last-event passes its names on, and prints those that there are [D86]', async () => {
  const cli = await world(2);
  const ids = async (names: string) =>
    (await cli('--json', 'emails', 'list', '--last-event', names)).out.trim().split('\n').filter(Boolean)
      .length;
  expect([await ids('queued,opened'), await ids('opened')]).toEqual([2, 0]);
  const { status, err } = await cli('emails', 'list', '--last-event', 'opnd');
  expect([status, err]).toEqual([1, expect.stringContaining('must be one of queued, scheduled, sent,')]);
});

test.each([
  [['emails', 'list', '--limit', 'abc'], '--limit must be a whole number of at least 1, not "abc"'],
  [
    ['webhooks', 'deliveries', 'wh_1', '--limit', '0'],
    '--limit must be a whole number of at least 1, not "0"',
  ],
  [['emails', 'show', ''], '<id> must not be empty'],
  [['templates', 'push', '--publish', ''], '[alias] must not be empty'],
])('%p is a wrong command line [D68]', async (line, message) => {
  const cli = await world(1);
  const { status, out, err } = await cli(...line);
  expect({ status, out, err }).toEqual({ status: 2, out: '', err: `error: ${message}\n` });
});
