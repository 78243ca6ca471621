import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { stageOf } from '../../infra/deploy/options.ts';

// Without region, credentials, or stack, a command that gets beyond its options fails with another message.
test.each([
  ['admin', 'tools/admin.ts', ['list-accounts']],
  ['doctor', 'tools/doctor.ts', []],
  ['destroy', 'infra/destroy/main.ts', []],
] as const)('%s with two stages acts on neither, and says so in one line', (_, program, args) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NO_COLOR: '1', HOME: '/nonexistent' };
  const stages = ['--stage', 'dev', '--stage=dev2'];
  const options = { env, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, [resolve(program), ...args, ...stages], options);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('--stage can be passed only once'),
  });
  expect(stderr.trim().split('\n').length).toBe(1);
});

test.each(['', 'dev=2', '../dev', '--limit'])('%j is not a stage', (stage) => {
  expect(() => stageOf([stage])).toThrow('--stage must be 1 to 20');
});
