import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { eventually } from './net.ts';
import { endChild, hasEnded, runVariable, smallHeap } from './processes.ts';
import { type OwnRun, temporaryPrefix } from './running.ts';

type Ministack = { endpoint: string; close: () => Promise<void> };

type MinistackOptions = {
  port: number;
  /** The callers' access key and its secret. Functions get the secret for their own account. */
  key: string;
  logFile: string;
  /** Reaches the emulator and, through it, every Lambda. */
  environment: Record<string, string>;
  /** The folder for its data between stop and start. */
  stateFolder?: string | undefined;
  /** Functions have no rights but those of their roles. */
  enforceIam?: boolean | undefined;
  /** Notes the process and its folder, so that a later start or stop finds what a killed run left. */
  run: OwnRun;
};

/** Between SIGTERM and SIGKILL: a function that hangs must not hold up the end. */
const grace_ms = 10_000;
/** Longer if it has to save its data. */
const saving_ms = 60_000;

const keeping = (folder: string) => ({
  PERSIST_STATE: '1',
  STATE_DIR: folder,
  S3_PERSIST: '1',
  S3_DATA_DIR: `${folder}/objects`,
});

export async function startMinistack(options: MinistackOptions): Promise<Ministack> {
  const { port, key, logFile, environment, stateFolder, enforceIam = false, run } = options;
  const temporary = await mkdtemp(`${tmpdir()}/${temporaryPrefix}`);
  run.addTemporaryFolder(temporary);
  // The emulator's workers are CommonJS, whatever a package.json further up says.
  await writeFile(`${temporary}/package.json`, '{}');
  const log = createWriteStream(logFile, { mode: 0o600 });
  await new Promise((done) => log.once('open', done));
  // The SDK takes queue URLs as they come, and they say localhost: any other host makes it warn on each send.
  const endpoint = `http://localhost:${port}`;
  // Not the scripts in bin: they name the Python of the folder in which they were installed.
  const server = ['-m', 'uvicorn', ...serverOptions(port, enforceIam)];
  const child = spawn(resolve('.local/venv/bin/python'), server, {
    stdio: ['ignore', log, log],
    // A group of its own: Ctrl-C reaches only us, and its Lambda processes end with it.
    detached: true,
    env: {
      PATH: [resolve('node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
      HOME: temporary,
      TMPDIR: temporary,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: key,
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      NODE_OPTIONS: smallHeap,
      // Seconds that an idle copy of a function is kept: a new one needs a hundred requests to be fast.
      LAMBDA_WARM_TTL_SECONDS: '3600',
      [runVariable]: process.env[runVariable] ?? '',
      PYTHONDONTWRITEBYTECODE: '1',
      ...(enforceIam && { AUTH: 'true' }),
      ...(stateFolder && keeping(stateFolder)),
      ...environment,
    },
  });
  run.addProcess('cloud', child.pid);
  // Whatever ends this process, short of SIGKILL, ends the emulator with it.
  const lastResort = () => killGroup(child.pid);
  process.once('exit', lastResort);
  const close = async () => {
    await end(child, stateFolder ? saving_ms : grace_ms);
    process.off('exit', lastResort);
    log.close();
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await eventually(() => health(endpoint, child), { complaint: 'MiniStack does not answer' });
  } catch (error) {
    await close();
    throw new Error(`${error instanceof Error ? error.message : error}; see ${logFile}`);
  }
  return { endpoint, close };
}

/**
 * MiniStack is an ASGI application. The server that it brings (hypercorn, for HTTP/2) takes half of the emulator's CPU;
 * uvicorn with httptools and uvloop takes a fifth of that. The application sends Date itself. Websockets are off: only a web page would open one.
 */
function serverOptions(port: number, enforceIam: boolean): string[] {
  const app = ['--app-dir', resolve('localstack'), enforceIam ? 'ministack_iam:app' : 'ministack_memory:app'];
  const plain =
    '--no-access-log --no-proxy-headers --no-server-header --no-date-header --log-level warning --ws none';
  const times = '--timeout-keep-alive 75 --timeout-graceful-shutdown 1';
  return [...app, '--host', '127.0.0.1', '--port', String(port), ...`${plain} ${times}`.split(' ')];
}

async function health(endpoint: string, child: ChildProcess): Promise<true | undefined> {
  if (hasEnded(child)) throw new Error('MiniStack ended at its start');
  const answer = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
  return answer?.ok || undefined;
}

async function end(child: ChildProcess, grace_ms: number): Promise<void> {
  await endChild(child, grace_ms);
  killGroup(child.pid);
}

/** Ends the Lambda processes that outlived the emulator. */
function killGroup(pid: number | undefined): void {
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already, as it should be.
  }
}
