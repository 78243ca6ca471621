import { setTimeout as wait } from 'node:timers/promises';
import { readStack } from './environment.ts';
import { until } from './until.ts';

/** Kills the SMTP task at random moments until `done`, each time after it serves again. Returns how often. */
export async function killUntil(done: () => boolean, kills: number): Promise<number> {
  let count = 0;
  while (!done() && count < kills) {
    await wait(Math.random() * 1_500);
    const { pid, health_url } = readStack().smtp;
    process.kill(pid, 'SIGKILL');
    count++;
    const another = async () => (readStack().smtp.pid === pid ? undefined : true);
    await until(another, { within_ms: 20_000, what: 'another process' });
    const healthy = async () => (await fetch(health_url).catch(() => null))?.ok || undefined;
    await until(healthy, { within_ms: 60_000, what: 'health' });
  }
  return count;
}
