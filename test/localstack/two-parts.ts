import { runTests } from '../../tools/run-tests.ts';

// For signals: jest with the configuration that is given, first on one.test.js, then on two.test.js.
const [, , config = '{}'] = process.argv;
const parts = ['one', 'two'].map((name) => ({
  args: ['--config', config, `--testPathPatterns=${name}`],
  cloud: false as const,
}));
process.exitCode = await runTests(() => parts.map((part) => [part]));
