import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Check, checks } from './checks.ts';

const width = Math.max(...checks.map(({ name }) => name.length));

/** Commands with their defaults, as a shell takes them. */
const shellLine = (env: Record<string, string>, words: string[]) =>
  [...Object.entries(env).map((pair) => pair.join('=')), ...words].join(' ');

const lineOf = ({ name, does, env }: Check) => {
  const defaults = Object.keys(env).length > 0 ? ` [${shellLine(env, [])}]` : '';
  return `  ${name.padEnd(width)}  ${does}${defaults}`;
};

const list = () => `Usage: npm run check -- <name> [arguments]

${checks.map(lineOf).join('\n')}

The default values of environment variables are in brackets.
`;

/** Runs a check behind localstack/setup.mjs, which installs what is missing and starts Node 24. */
function run(check: Check, args: string[]): void {
  // The caller's variables win. An empty one counts as unset.
  const env = Object.fromEntries(
    Object.entries(check.env).map(([name, value]) => [name, process.env[name] || value]),
  );
  const command = ['localstack/setup.mjs', ...check.command, ...args];
  process.stderr.write(`${shellLine(env, ['node', ...command])}\n`);
  const child = spawn(process.execPath, command, {
    cwd: dirname(dirname(fileURLToPath(import.meta.url))),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the child as well. Other senders signal only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
    });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 128 + constants.signals[signal] : 1);
  });
}

// `npm run check` lists the soaks, checks, and benches. With a name, it runs one. Node 24 runs this file directly.
const [name, ...args] = process.argv.slice(2);
const check = checks.find((one) => one.name === name);
if (check) run(check, args);
else if (name === undefined || name === '--help') process.stdout.write(list());
else {
  process.stderr.write(`Unknown check: ${name}. To list all checks, run: npm run check\n`);
  process.exitCode = 2;
}
