import { endRun, findRun } from './running.ts';

const run = findRun();
if (run) {
  await endRun(run);
  process.stderr.write('The local stack has ended.\n');
} else {
  process.stderr.write('No local stack is running.\n');
}
