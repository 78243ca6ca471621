import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** The longest wait: a name that is new to DNS is known everywhere within minutes. */
const patience_ms = 180_000;

/** Whether the API answers in its own words: a request without a key is refused by the function behind it. */
export async function waitForApi(origin: string, within_ms = patience_ms): Promise<boolean> {
  const end = Date.now() + within_ms;
  for (;;) {
    const status = await fetch(`${origin}/api/emails`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 401) return true;
    if (Date.now() >= end) return false;
    await setTimeout(2_000);
  }
}

/** `npm run doctor` on the deployment: one line per link on the terminal; whether all of them hold (P39). */
export function runDoctor(stage: string): boolean {
  const command = ['tools/doctor.ts', '--stage', stage];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0;
}
