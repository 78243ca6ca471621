import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../io.ts';
import { configFolder } from '../settings.ts';

/** The path of the lock file, which contains the id of the process that listens to the endpoint. */
const fileOf = (io: Io, webhook_id: string): string =>
  join(configFolder(io), `listen-${encodeURIComponent(webhook_id)}.lock`);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** False if the process was killed. A lock whose process is gone is free. */
function isHeld(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Another user's process.
    return codeOf(error) === 'EPERM';
  }
}

/** Whether this process now owns the endpoint. False if another running process listens to it. */
export function lockEndpoint(io: Io, webhook_id: string): boolean {
  const file = fileOf(io, webhook_id);
  if (isHeld(file)) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export const unlockEndpoint = (io: Io, webhook_id: string): void =>
  rmSync(fileOf(io, webhook_id), { force: true });
