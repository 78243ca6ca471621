import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Without region, credentials, or stack, a command that gets beyond its options fails with another message. */
function run(program: string, args: string[]) {
  const env = { PATH: process.env.PATH, NO_COLOR: '1', HOME: '/nonexistent' };
  const { status, stderr } = spawnSync(process.execPath, [resolve(program), ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

const programs = [
  ['admin', 'tools/admin.ts', ['list-accounts']],
  ['doctor', 'tools/doctor.ts', []],
  ['destroy', 'infra/destroy/main.ts', []],
] as const;

const wrong: [string, string[], string][] = [
  ['two stages', ['--stage', 'dev', '--stage=dev2'], '--stage can be passed only once'],
  ['an empty stage', ['--stage='], '--stage must be 1 to 20'],
  ['a stage with = in it', ['--stage=dev=2'], '--stage must be 1 to 20'],
  ['a path', ['--stage', '../dev'], '--stage must be 1 to 20'],
];

describe.each(programs)('%s acts on no deployment that was not named', (_, program, args) => {
  test.each(wrong)('%s', (_name, stage, message) => {
    const { status, stderr } = run(program, [...args, ...stage]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    expect(stderr).not.toMatch(/^ +at .*:\d+:\d+/m);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});

test('an option is not taken for the stage of --stage', () => {
  const { status, stderr } = run('tools/admin.ts', ['list-accounts', '--stage', '--limit', '5']);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('validation_error'),
  });
});
