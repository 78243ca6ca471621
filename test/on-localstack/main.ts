import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findObstacle, onDynamodbLocal } from '../../localstack/dynamodb-local/install.ts';
import { eventually, freePorts } from '../../localstack/net.ts';
import { endChild, hasEnded, runVariable } from '../../localstack/processes.ts';
import { beginRun, endForgottenRuns, localFolder } from '../../localstack/running.ts';
import { createSteps } from '../../localstack/steps.ts';
import { runTests } from '../../tools/run-tests.ts';

const run = promisify(execFile);
const folder = resolve(localFolder, 'localstack-core');
const python = `${folder}/venv/bin/python`;
const requirements = `${import.meta.dirname}/requirements.txt`;
const log = `${folder}/cloud.log`;

/** With pyenv, `python3.13` exists only on request. */
const outside = { env: { ...process.env, PYENV_VERSION: process.env.PYENV_VERSION ?? '3.13' } };

async function findPython(): Promise<string | null> {
  for (const command of [process.env.PYTHON || 'python3.13', 'python3']) {
    const version = await run(command, ['--version'], outside).catch(() => ({ stdout: '' }));
    if (version.stdout.startsWith('Python 3.13.')) return command;
  }
  return null;
}

/** LocalStack's open core in its own environment, kept while the requirements stay the same. */
async function install(command: string): Promise<void> {
  const note = `${folder}/requirements.txt`;
  if (existsSync(note) && readFileSync(note, 'utf8') === readFileSync(requirements, 'utf8')) return;
  rmSync(folder, { recursive: true, force: true });
  await run(command, ['-m', 'venv', `${folder}/venv`], outside);
  const exactly = ['--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements];
  await run(python, ['-m', 'pip', 'install', ...exactly]);
  copyFileSync(requirements, note);
}

const settings = {
  FILESYSTEM_ROOT: `${folder}/files`,
  DYNAMODB_LOCAL: resolve(localFolder, 'dynamodb-local'),
  // Also on a machine that is a container.
  OVERRIDE_IN_DOCKER: '0',
  // The other provider downloads a Kinesis for the table's stream.
  PROVIDER_OVERRIDE_DYNAMODB: 'v2',
  DISABLE_EVENTS: '1',
  SKIP_SSL_CERT_DOWNLOAD: '1',
  DNS_ADDRESS: '0',
  // By default, an email after a pause waits up to 10 s for its queue.
  LAMBDA_EVENT_SOURCE_MAPPING_MAX_BACKOFF_ON_EMPTY_POLL_SEC: '1',
};

function startEmulator(port: number) {
  const output = openSync(log, 'w', 0o600);
  return spawn(python, [`${import.meta.dirname}/emulator.py`], {
    stdio: ['ignore', output, output],
    env: {
      PATH: [resolve('node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
      HOME: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      [runVariable]: process.env[runVariable] ?? '',
      GATEWAY_LISTEN: `127.0.0.1:${port}`,
      ...settings,
    },
  });
}

async function runJourney(args: string[]): Promise<number> {
  const own = await beginRun(folder);
  const [port = 0] = await freePorts(1);
  const emulator = startEmulator(port);
  own.addProcess('cloud', emulator.pid);
  const endpoint = `http://localhost:${port}`;
  const answers = async () => {
    if (hasEnded(emulator)) throw new Error(`LocalStack exited during startup. See ${log}`);
    return (await fetch(`${endpoint}/_localstack/health`).catch(() => undefined))?.ok || undefined;
  };
  try {
    await eventually(answers, { complaint: `LocalStack does not answer; see ${log}` });
    const variables = { FOREIGN_ENDPOINT: endpoint };
    const journey = ['test/journeys/foreign-emulator.test.ts', ...args];
    return await runTests(() => [[{ args: journey, cloud: false, variables }]]);
  } finally {
    await endChild(emulator, 5_000);
    await endForgottenRuns({ own: true });
    rmSync(settings.FILESYSTEM_ROOT, { recursive: true, force: true });
  }
}

/**
 * `npm run check -- localstack [jest arguments]` runs the foreign-emulator journey on LocalStack's open core, without
 * containers (P60). It needs Python 3.13 and Java 17, plus PyPI and Maven the first time.
 */
async function main(args: string[]): Promise<number> {
  const steps = createSteps();
  const command = await findPython();
  const obstacle = command
    ? await steps.run('DynamoDB Local', findObstacle)
    : 'Python 3.13 was not found. PYTHON=/path/to/python3.13 names one';
  if (command === null || obstacle !== null) {
    process.stdout.write(`The journey did not run on LocalStack: ${obstacle}.\n`);
    return 1;
  }
  // Throws if a file doesn't match its pinned hash.
  onDynamodbLocal();
  await steps.run('LocalStack', () => install(command));
  return runJourney(args);
}

process.exitCode = await main(process.argv.slice(2));
