import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds by which indexes are late behind the proxy of `test/lag`; 0 where there is none (P37). */
const lag_ms = Number(process.env.INDEX_LAG_MS ?? 0);

/** Where the table is in this process, its indexes and late reads show everything when they are asked to. */
const catchUpInMemory = (globalThis as { indexesCatchUp?: () => void }).indexesCatchUp ?? (() => {});

/** Names this process to that proxy: what others write keeps no reader here waiting. */
const client = `jest-${process.pid}`;
if (lag_ms > 0) process.env.AWS_SDK_UA_APP_ID = client;

/** What is read from an index: the schedules of a domain that is deleted, lists, and an entry of the suppression list by its id. */
const indexed =
  /^\/(emails|suppressions|suppressions\/(export|sup_\w+)|opt-outs|received-emails|automations\/\w+\/runs)(\?|$)/;

/** An index may be a second behind what was written: its reader waits. Nothing else is late, so nothing else waits. */
export async function untilIndexed(method: string, path: string): Promise<void> {
  const counts = method === 'DELETE' && path.startsWith('/domains/');
  if (counts || (method === 'GET' && indexed.test(path))) await indexesCaughtUp();
}

/**
 * Waits until the indexes show what this process wrote: for a worker that asks one, and has a later pass where that was
 * too early.
 */
export async function indexesCaughtUp(): Promise<void> {
  catchUpInMemory();
  if (lag_ms === 0) return;
  const answer = await fetch(`${process.env.AWS_ENDPOINT_URL_DYNAMODB}/late?client=${client}`);
  const { wait_ms } = (await answer.json()) as { wait_ms: number };
  if (wait_ms > 0) await wait(wait_ms);
}
