import { spawn } from 'node:child_process';
import type { Row } from './measure.ts';
import { parsers } from './parsers.ts';

/** Only for hangs. On a busy machine, it takes five times as long. */
const limit_ms = 1_200_000;

/** Runs the rows of quick.ts in a separate process, because jest's heap would dominate the figures. */
async function measureAll(): Promise<{ rows: Row[]; last: string; code: number | null }> {
  const child = spawn(process.execPath, ['test/bounded/quick.ts'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), limit_ms - 5_000);
  const read = async (stream: NodeJS.ReadableStream) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString();
  };
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err, code] = await Promise.all([read(child.stdout), read(child.stderr), ended]);
  clearTimeout(timer);
  const rows = out
    .split('\n')
    .filter(Boolean)
    .map((line): Row => JSON.parse(line));
  return { rows, last: err.trim().split('\n').at(-1) ?? '', code };
}

let measured: Awaited<ReturnType<typeof measureAll>>;

beforeAll(async () => {
  measured = await measureAll();
}, limit_ms);

test('all parsers are measured to the end', () => {
  expect([measured.code, measured.last]).toEqual([0, parsers.at(-1)?.name]);
});

test.each(parsers.map(({ name }) => name))(
  '%s: time and memory grow no faster than 1.3 x linear, at most 2 s and 256 MB at its limit',
  (name) => {
    const rows = measured.rows.filter(({ parser }) => parser === name);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ faults }) => faults.length > 0)).toEqual([]);
  },
);
