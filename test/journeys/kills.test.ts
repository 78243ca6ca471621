import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { shareOfCore } from '../support/cpu.ts';
import { patientTimeout } from '../support/patience.ts';
import { isWhole } from '../support/whole.ts';

patientTimeout(1_800_000);

/** What hands over mail. Before a change lands, also what accepts it and records its outcome. */
const roles = isWhole ? ['api', 'deliver', 'feedback'] : ['deliver'];

test(`${roles.join(', ')} killed once at each call to AWS, before and after it: none lost, none doubled`, async () => {
  const small = ['--sends', '40', '--kills', '1', '--concurrency', '4', '--settle', '1200'];
  // A worker has 1.5 s at this speed. On a busy machine, time runs slower so that workers can finish.
  const speed = Math.max(1, Math.round(20 * shareOfCore()));
  // A killed process's messages return after two timeouts instead of six, because that is most of the run time.
  const quick = ['--speed', String(speed), '--hidden', '2'];
  const args = ['test/soak/main.ts', ...small, ...quick, '--kill', roles.join()];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [report, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const [kills = 0, boundaries = 0, accepted = 0, lost, doubled] = (report.match(/\d+ kills.*/)?.[0] ?? '')
    .split(', ')
    .flatMap((part) => [...part.matchAll(/\d+/g)].map(Number));
  if (exitCode !== 0) throw new Error(report);
  expect([lost, doubled]).toEqual([0, 0]);
  // Of 40 emails, 32 are repeated until there is a response. Up to 4 are refused, plus, on a busy machine, some after
  // their time.
  expect(accepted).toBeGreaterThanOrEqual(24);
  expect(boundaries).toBeGreaterThanOrEqual(25);
  expect(kills).toBeGreaterThanOrEqual(roles.length > 1 ? 35 : 20);
});
