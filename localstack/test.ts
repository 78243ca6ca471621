import { runTests } from './run-tests.ts';

// `npm test [-- jest arguments]`.
process.exitCode = await runTests(process.argv.slice(2));
