import { deleteAccount } from '../../shared/domain/accounts/delete-account.ts';

const id = 'acc_1';

/** A deletion whose passes over the table fail as often as said, then find 3 items, then none. */
function world(failures: number) {
  let [at, failing] = [0, failures];
  const found = [3, 0];
  const lines: string[] = [];
  const ctx = {
    runtime: {
      now: () => at,
      sleep: async (ms: number) => {
        at += ms;
      },
    },
    account_removals: {
      begin: async () => ({ deleting_at: new Date(0).toISOString() }),
      emptyBucket: async () => 0,
      emptyTable: async () => {
        if (failing-- > 0) throw Object.assign(new Error('socket timed out'), { name: 'TimeoutError' });
        return found.shift() ?? 0;
      },
      end: async () => 1,
    },
  } as unknown as Parameters<typeof deleteAccount>[0];
  const identities = { deleteTenant: async () => {} };
  const run = () => deleteAccount(ctx, identities, { id, confirm: id }, (line) => lines.push(line));
  return { run, lines };
}

test('a pass that fails is made again, and says so [N24]', async () => {
  const { run, lines } = world(3);
  expect(await run()).toEqual({ account_id: id, deleted: true, items: 4, objects: 0 });
  expect(lines.filter((line) => line.startsWith('interrupted'))).toEqual([
    'interrupted (TimeoutError); retrying in 1 s',
    'interrupted (TimeoutError); retrying in 5 s',
    'interrupted (TimeoutError); retrying in 15 s',
  ]);
});

test('one that never succeeds says how to resume, and the same command does [N24]', async () => {
  const { run } = world(6);
  await expect(run()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The deletion stopped (TimeoutError). Run the same command again to resume it.',
  });
  expect(await run()).toMatchObject({ deleted: true, items: 4 });
});
