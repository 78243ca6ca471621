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
  /** The callers' access key and secret. Functions get the secret for their own account. */
  key: string;
  logFile: string;
  /** Endpoint of the emulator and, through it, of every Lambda. */
  environment: Record<string, string>;
  /** The folder that keeps its data between stop and start. */
  stateFolder?: string | undefined;
  /** Limits functions to their roles' permissions. */
  enforceIam?: boolean | undefined;
  /** Records the process and its folder, so that a later start or stop can clean up after a killed run. */
  run: OwnRun;
};

/** The time from SIGTERM to SIGKILL. A hanging function must not delay the stop. */
const grace_ms = 10_000;
/** Longer if the emulator has to save its data. */
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
  // The emulator's workers are CommonJS, whatever a package.json above them says.
  await writeFile(`${temporary}/package.json`, '{}');
  const log = createWriteStream(logFile, { mode: 0o600 });
  await new Promise((done) => log.once('open', done));
  // The SDK uses queue URLs unchanged, and they say localhost. Any other host triggers a warning on each send.
  const endpoint = `http://localhost:${port}`;
  // Runs the modules directly. The scripts in bin point to the Python of the folder in which they were
  // installed.
  const server = ['-m', 'uvicorn', ...serverOptions(port, enforceIam)];
  const child = spawn(resolve('.local/venv/bin/python'), server, {
    stdio: ['ignore', log, log],
    // A separate process group: Ctrl-C reaches only us, and its Lambda processes end with it.
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
      // Seconds to keep an idle copy of a function. A new copy needs a hundred requests to become fast.
      LAMBDA_WARM_TTL_SECONDS: '3600',
      [runVariable]: process.env[runVariable] ?? '',
      PYTHONDONTWRITEBYTECODE: '1',
      ...(enforceIam && { AUTH: 'true' }),
      ...(stateFolder && keeping(stateFolder)),
      ...environment,
    },
  });
  run.addProcess('cloud', child.pid);
  // The emulator ends together with this process, unless that is killed with SIGKILL.
  const lastResort = () => killGroup(child.pid);
  process.once('exit', lastResort);
  const close = async () => {
    await end(child, stateFolder ? saving_ms : grace_ms);
    process.off('exit', lastResort);
    log.close();
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await eventually(() => health(endpoint, child), { complaint: 'MiniStack is not responding' });
  } catch (error) {
    await close();
    throw new Error(`${error instanceof Error ? error.message : error}; see ${logFile}`);
  }
  return { endpoint, close };
}

/**
 * MiniStack is an ASGI application. Its own server (hypercorn, for HTTP/2) takes half of the emulator's CPU. Uvicorn
 * with httptools and uvloop takes a fifth of that. The application sends Date itself. Websockets are off, because
 * only a web page would open one.
 */
function serverOptions(port: number, enforceIam: boolean): string[] {
  const app = ['--app-dir', resolve('localstack'), enforceIam ? 'ministack_iam:app' : 'ministack_memory:app'];
  const plain =
    '--no-access-log --no-proxy-headers --no-server-header --no-date-header --log-level warning --ws none';
  const times = '--timeout-keep-alive 75 --timeout-graceful-shutdown 1';
  return [...app, '--host', '127.0.0.1', '--port', String(port), ...`${plain} ${times}`.split(' ')];
}

async function health(endpoint: string, child: ChildProcess): Promise<true | undefined> {
  if (hasEnded(child)) throw new Error('MiniStack exited during startup');
  const answer = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
  return answer?.ok || undefined;
}

async function end(child: ChildProcess, grace_ms: number): Promise<void> {
  await endChild(child, grace_ms);
  killGroup(child.pid);
}

/** Ends Lambda processes that outlived the emulator. */
function killGroup(pid: number | undefined): void {
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended, as it should.
  }
}
