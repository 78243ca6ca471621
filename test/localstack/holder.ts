import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beginRun } from '../../localstack/running.ts';

/**
 * Holds a run in the given folder with a recorded child. The child starts another, unrecorded one. Prints both pids.
 * With `deaf` as the second argument, it ignores SIGTERM.
 */
const [folder = '', manner] = process.argv.slice(2);
const run = await beginRun(folder);
const idle = 'setInterval(() => {}, 1000)';
const parent = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', '${idle}'], { stdio: 'ignore' });
  console.log(process.pid, child.pid);
  ${idle};
`;
const child = spawn(process.execPath, ['-e', parent], {
  detached: true,
  stdio: ['ignore', 'pipe', 'ignore'],
});
run.addProcess('child', child.pid);
const [line] = await once(child.stdout, 'data');
if (manner === 'deaf') process.on('SIGTERM', () => {});
process.stdout.write(line);
setInterval(() => {}, 1000);
