import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKept } from '../../localstack/kept.ts';
import { listen } from '../../localstack/net.ts';

const folder = mkdtempSync(join(tmpdir(), 'kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = () => openKept(folder, { secrets: 'kept' });

test('ports and secrets are those of the last start; only the user reads them', async () => {
  const [first, second] = [open(), open()];
  const ports = await first.takePorts('cloud', 'api');
  expect(await open().takePorts('api', 'cloud', 'inbox')).toEqual({ ...ports, inbox: expect.any(Number) });
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  expect((statSync(`${folder}/kept`).mode & 0o777).toString(8)).toBe('600');
});

test('a port that another program has is replaced, for good', async () => {
  const { api, cloud } = await open().takePorts('api', 'cloud');
  const other = createServer();
  await listen(other, api);
  const taken = await open().takePorts('api', 'cloud');
  expect({ cloud: taken.cloud, sameApi: taken.api === api }).toEqual({ cloud, sameApi: false });
  await new Promise((done) => other.close(done));
  expect(await open().takePorts('api')).toEqual({ api: taken.api });
});

test('on another emulator the secrets are new, and those of ours stay', async () => {
  const kept = open();
  const others = openKept(folder, { secrets: 'new' });
  expect([others.api_key, others.cloud_key]).not.toEqual([kept.api_key, kept.cloud_key]);
  expect(open().api_key).toBe(kept.api_key);
});

test('a damaged file is made again', () => {
  const { api_key } = open();
  writeFileSync(`${folder}/kept`, '{"api_key":');
  expect(open().api_key).not.toBe(api_key);
  expect(open().api_key).toMatch(/^[0-9A-Za-z]{43}$/);
});
