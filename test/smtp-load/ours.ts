import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { buildFolder } from '../../infra/functions.ts';
import { freePorts } from '../../localstack/net.ts';
import { untilHealthy } from '../../localstack/smtp.ts';

type Server = { pid: number; port: number; stop: () => void };

/** The Node options and the file that the container starts. */
function commandOf(folder: string): string[] {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(readFileSync(`${folder}/Dockerfile`, 'utf8')) ?? [];
  const [, ...argv] = JSON.parse(command) as string[];
  return argv.map((one) => (one.endsWith('.mjs') ? `${folder}/${one}` : one));
}

type OursOptions = { folder: string; environment: Record<string, string>; certificate: string };

/**
 * The bundled task as its container runs it, with AWS from the environment. `SMTP_PROFILE` is a folder for a CPU
 * profile.
 */
export async function startOurs({ folder, environment, certificate }: OursOptions): Promise<Server> {
  const [starttls = 0, port = 0, health = 0] = await freePorts(3);
  const log = openSync(`${folder}/smtp-load.log`, 'a');
  const profiling = process.env.SMTP_PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.SMTP_PROFILE}`]
    : [];
  const child = spawn(process.execPath, [...profiling, ...commandOf(`${buildFolder}/smtp`)], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH ?? '',
      ...environment,
      AWS_TIMEOUT_FACTOR: '10',
      SMTP_PORTS: `${starttls},${port}`,
      SMTP_HEALTH_PORT: String(health),
      SMTP_ADDRESS: '127.0.0.1',
      SMTP_CERTIFICATE: certificate,
    },
  });
  await untilHealthy(`http://127.0.0.1:${health}/health`);
  return { pid: child.pid ?? 0, port, stop: () => void child.kill('SIGTERM') };
}
