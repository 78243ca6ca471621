import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';

const source = pathToFileURL('shared/smtp/body.ts').href;

/** What becomes of a message of 320 KB in a process whose files have at most this many blocks of 512 octets. */
function received(blocks: number): string {
  const code = `
    import { receiveBody } from '${source}';
    async function* octets() { for (let i = 0; i < 5; i++) yield Buffer.alloc(64 * 1024, 'a\\r\\n'); }
    const arrived = await receiveBody(octets(), { folder: ${JSON.stringify(tmpdir())}, cut: () => {} });
    console.log(arrived.state, arrived.state === 'whole' ? (await arrived.read()).length : '');
    if (arrived.state === 'whole') await arrived.discard();`;
  const script = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const node = [process.execPath, '--no-warnings', '--input-type=module', '--eval', code];
  return spawnSync('sh', ['-c', script, ...node], { encoding: 'utf8' }).stdout.trim();
}

test('R61: a message that the volume takes a part of only is not taken, and no shorter one is', () => {
  expect(received(1024)).toBe(`whole ${320 * 1024}`);
  expect(received(600)).toBe('unstored');
});
