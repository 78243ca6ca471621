import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshAccount, testContext } from '../support/api.ts';
import { shell } from '../support/cli.ts';

const mb = 1024 * 1024;

/** A shell that notes what it sends to the API; uploads go to the bucket. */
async function world() {
  const ctx = testContext();
  const { account, domain, api_key } = await freshAccount(ctx);
  const base = await shell(ctx, { api_key });
  const asked: { path: string; bytes: number }[] = [];
  const fetch: NonNullable<typeof base.io.fetch> = async (url, init) => {
    if (!String(url).startsWith('http://localhost/api')) return globalThis.fetch(url, init);
    asked.push({ path: new URL(url).pathname, bytes: Buffer.byteLength(String(init.body ?? '')) });
    return (base.io.fetch ?? globalThis.fetch)(url, init);
  };
  const { cli, folder } = await shell(ctx, { api_key }, { fetch });
  const send = (...files: number[]) => {
    for (const [i, size] of files.entries()) writeFileSync(join(folder, `${i}.bin`), Buffer.alloc(size, 7));
    const attached = files.flatMap((_, i) => ['--attach', `${i}.bin`]);
    const email = ['--from', `a@${domain}`, '--to', account.email, '--subject', 's', '--text', 't'];
    return cli('send', ...email, ...attached);
  };
  return { send, asked };
}

test('files of 3 MB together go in the request, with one byte more they are uploaded first [D69, P26]', async () => {
  const { send, asked } = await world();
  const small = await send(2 * mb, mb - 1);
  expect([small.status, small.err]).toEqual([0, '']);
  expect(asked.map(({ path }) => path)).toEqual(['/api/emails']);
  expect(asked[0]?.bytes).toBeLessThan(5 * mb);
  const large = await send(2 * mb, mb);
  expect([large.status, large.err]).toEqual([0, '']);
  expect(asked.slice(1).map(({ path }) => path)).toEqual([
    '/api/attachments',
    '/api/attachments',
    '/api/emails',
  ]);
  expect(asked.at(-1)?.bytes).toBeLessThan(1_000);
});

test('a file of 10 MB is sent; one byte more is refused, and nothing is sent [D69, H8]', async () => {
  const { send, asked } = await world();
  const sent = await send(10 * mb);
  expect({ status: sent.status, err: sent.err, id: sent.out.startsWith('msg_') }).toEqual({
    status: 0,
    err: '',
    id: true,
  });
  asked.length = 0;
  const refused = await send(10 * mb + 1);
  expect([refused.status, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain('size');
  expect(asked.map(({ path }) => path)).toEqual(['/api/attachments']);
});
