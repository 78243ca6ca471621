import type { Runtime } from '../core/runtime.ts';
import { retryConflicts } from '../store/conflicts.ts';
import { queryAll } from '../store/pages.ts';
import { keys, partitions } from '../store/schema.ts';
import { absent, readRecord, type Table } from '../store/table.ts';

/** How long a process may still seal with an older secret. After that, a rotation applies everywhere. */
const cache_ms = 300_000;

type Numbered = { number: number; secret: string };

/**
 * The deployment's secrets (docs/internals/decisions/0003). The first process that seals data creates secret
 * 1. `npm run admin -- rotate-secret` creates later ones. The newest secret seals, and older ones can still
 * open.
 */
export type Secrets = {
  /** The newest secret, created if missing. */
  current: () => Promise<Numbered>;
  /** Secret 1, which proofs of ownership need forever. Created if missing. */
  first: () => Promise<string>;
  /** null if there is no secret with that number. */
  numbered: (number: number) => Promise<string | null>;
  /** Creates a newer secret. Returns its number. */
  rotate: () => Promise<number>;
};

export function deploymentSecrets(table: Table, runtime: Runtime): Secrets {
  const known = new Map<number, string>();
  let newest: { number: Promise<number>; until: number } | null = null;

  const add = async (number: number): Promise<number> => {
    const secret = runtime.secret(43, 'base64url');
    await table.put({ ...keys.secret(number), et: 'secret', secret }, { condition: absent });
    known.set(number, secret);
    return number;
  };

  const newestNumber = async (): Promise<number> => {
    const items = await queryAll(table, { ...partitions.secrets(), consistent: true });
    for (const { sk, secret } of items) known.set(Number(sk), String(secret));
    return Math.max(0, ...items.map(({ sk }) => Number(sk)));
  };

  /** The newest number. If two processes find no secret, one creates it and the other finds it. */
  const ensure = () => retryConflicts(runtime, async () => (await newestNumber()) || add(1));

  const numbered = async (number: number): Promise<string | null> => {
    const stored = () => readRecord<{ secret: string }>(table, keys.secret(number));
    const secret = known.get(number) ?? (await stored())?.secret;
    if (secret !== undefined) known.set(number, secret);
    return secret ?? null;
  };

  const requireSecret = async (number: number): Promise<string> => {
    const secret = await numbered(number);
    if (secret === null) throw new Error(`the deployment has no secret ${number}`);
    return secret;
  };

  const current = async (): Promise<Numbered> => {
    if (newest === null || newest.until <= runtime.now()) {
      const found = ensure();
      newest = { number: found, until: runtime.now() + cache_ms };
      found.catch(() => {
        newest = null;
      });
    }
    const number = await newest.number;
    return { number, secret: await requireSecret(number) };
  };

  return {
    current,
    first: async () => (await numbered(1)) ?? current().then(() => requireSecret(1)),
    numbered,
    rotate: async () => {
      const { number } = await current();
      return retryConflicts(runtime, async () => add(Math.max(number, await newestNumber()) + 1));
    },
  };
}
