import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { followStart } from '../../localstack/follow-start.ts';

/** A start that writes to its logs second by second, on a clock of its own: undefined is a second of silence. */
function start(lines: ([file: string, text: string] | undefined)[], ended?: string) {
  const folder = mkdtempSync(`${tmpdir()}/mailwright-start-`);
  const log = `${folder}/start.log`;
  writeFileSync(log, '');
  const shown: string[] = [];
  let at = 0;
  const following = followStart(
    {
      folder,
      log,
      ready: 'Try it:',
      silence_s: 300,
      write: (text) => void shown.push(text),
      ended: () => (at >= lines.length ? ended : undefined),
    },
    {
      now: () => at * 1000,
      wait: async () => {
        const line = lines[at++];
        if (line) appendFileSync(`${folder}/${line[0]}`, line[1]);
      },
    },
  ).finally(() => rmSync(folder, { recursive: true }));
  return { following, shown, seconds: () => at };
}

const silence = (seconds: number) => Array<undefined>(seconds).fill(undefined);

test('a start is waited for as long as a part of it writes to its log', async () => {
  const slow = Array.from({ length: 5 }, () => [
    ...silence(290),
    ['ministack.log', 'POST /\n'] as [string, string],
  ]);
  const { following, shown, seconds } = start([...slow.flat(), ['start.log', 'Try it:\n']]);
  await following;
  expect([seconds() > 1_400, shown.join('')]).toEqual([true, 'Try it:\n']);
});

test('a start that is silent is given up', async () => {
  const { following, seconds } = start([['start.log', 'a step\n'], ...silence(400)]);
  await expect(following).rejects.toThrow('silent for 300 s');
  expect(seconds()).toBe(301);
});

test('a start that fails shows its log to the end', async () => {
  const { following, shown } = start(
    [
      ['start.log', 'one\n'],
      ['start.log', 'why\n'],
    ],
    'exit code 1',
  );
  await expect(following).rejects.toThrow('did not start (exit code 1)');
  expect(shown.join('')).toBe('one\nwhy\n');
});
