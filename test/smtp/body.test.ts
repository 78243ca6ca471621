import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';

const source = (name: string) => pathToFileURL(`shared/smtp/${name}.ts`).href;
const folder = JSON.stringify(tmpdir());

/** What the code prints in a process whose files have at most this many blocks of 512 octets. */
function printed(code: string, blocks: number | 'unlimited' = 'unlimited'): string {
  const script = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const node = [process.execPath, '--no-warnings', '--expose-gc', '--input-type=module', '--eval', code];
  return spawnSync('sh', ['-c', script, ...node], { encoding: 'utf8' }).stdout.trim();
}

/** What becomes of a message of 320 KB. */
const received = `
  import { receiveBody } from '${source('body')}';
  async function* octets() { for (let i = 0; i < 5; i++) yield Buffer.alloc(64 * 1024, 'a\\r\\n'); }
  const arrived = await receiveBody(octets(), { folder: ${folder}, cut: () => {} });
  console.log(arrived.state, arrived.state === 'complete' ? (await arrived.read()).length : '');
  if (arrived.state === 'complete') await arrived.discard();`;

test('a message that the volume takes a part of only is not taken, and no shorter one is [R61]', () => {
  expect(printed(received, 1024)).toBe(`complete ${320 * 1024}`);
  expect(printed(received, 600)).toBe('unstored');
});

/** Buffers of one octet, as a client makes them by TLS records of one octet, and how many of them are still held. */
const single = `
  import { setImmediate as soon } from 'node:timers/promises';
  const made = [];
  const octet = (i) => {
    const buffer = Buffer.alloc(1, 'a' + i);
    made.push(new WeakRef(buffer));
    return buffer;
  };
  const held = async () => {
    await soon();
    gc();
    return made.filter((each) => each.deref()).length;
  };`;

test('the octets of a message that arrive one by one are not held one by one [R61]', () => {
  const code = `
    import { receiveBody } from '${source('body')}';
    ${single}
    let count;
    async function* octets() {
      for (let i = 0; i < 60_000; i++) yield octet(i);
      count = await held();
      yield Buffer.alloc(10_000, 'b');
      for (let i = 0; i < 70_000; i++) yield octet(i);
    }
    const arrived = await receiveBody(octets(), { folder: ${folder}, cut: () => {} });
    const text = (await arrived.read()).toString();
    console.log(count < 100, text === 'a'.repeat(60_000) + 'b'.repeat(10_000) + 'a'.repeat(70_000));`;
  expect(printed(code)).toBe('true true');
});

test('nor are those of a command line [R61]', () => {
  const code = `
    import { Duplex } from 'node:stream';
    import { createConnection } from '${source('connection')}';
    ${single}
    class Client extends Duplex {
      _read() {}
      setTimeout() {}
    }
    const client = new Client();
    const line = createConnection(client, { idle_ms: 1 }).line();
    for (let i = 0; i < 16_000; i++) {
      client.push(octet(i));
      await soon();
    }
    const count = await held();
    client.push('b\\r\\n');
    console.log(count < 100, (await line).toString() === 'a'.repeat(16_000) + 'b');`;
  expect(printed(code)).toBe('true true');
});
