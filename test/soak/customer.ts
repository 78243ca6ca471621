import type { Slot } from './fleet.ts';
import type { KillPlan } from './kill-plan.ts';

/** A customer who calls the API, and the processes that serve it. */
export type Customer = {
  slots: Slot[];
  plan: KillPlan;
  api_key: string;
  timeout_ms: number;
};

type Asked = { body: object; key: string | false };

/** Posts once to slot `n`. Null if the outcome is unknown, for example after a kill. */
export async function postTo<T>(
  { slots, plan, api_key, timeout_ms }: Customer,
  n: number,
  path: string,
  { body, key }: Asked,
): Promise<{ status: number; body: T } | null> {
  const slot = slots[n % slots.length] as Slot;
  const headers = {
    authorization: `Bearer ${api_key}`,
    'content-type': 'application/json',
    ...(key && { 'idempotency-key': key }),
  };
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await slot.call(path, init, timeout_ms);
    if (plan.decide(slot.role, '(its answer)', ['after'])) {
      slot.kill();
      return null;
    }
    if (answer.status >= 500 || answer.status === 429) return null;
    return { status: answer.status, body: (await answer.json()) as T };
  } catch {
    return null;
  }
}

/** Every object of a list. `name` is the list's field in the response. */
export async function listAll<T>({ slots, api_key }: Customer, path: string, name: string): Promise<T[]> {
  const found: T[] = [];
  const headers = { authorization: `Bearer ${api_key}` };
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await (slots[0] as Slot).call(`${path}?limit=100${query}`, { headers }, 30_000);
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
    const page = (await answer.json()) as Record<string, T[]> & { next_cursor: string | null };
    found.push(...(page[name] ?? []));
    cursor = page.next_cursor;
  }
  return found;
}
