import { seal, unseal } from '../core/seal.ts';
import type { Cursors, Tokens } from '../domain/context.ts';
import { unlessFailed } from '../store/conflicts.ts';
import { keys } from '../store/schema.ts';
import type { Table } from '../store/table.ts';

const day_ms = 86_400_000;

/** The number of the secret that seals; those of other numbers only open. */
const sealing = 1;

/**
 * The deployment's secrets: number 1 is made by the first process that needs it, kept in the table, read once per
 * process. Old numbers stay, so that what they sealed can still be opened.
 */
export type Secrets = {
  current: () => Promise<string>;
  /** null when there is no secret of that number. */
  numbered: (number: number) => Promise<string | null>;
};

export function deploymentSecrets(table: Table, make: () => string): Secrets {
  let known: Promise<string> | null = null;
  const opened = new Map<number, string>();
  const read = async (number: number) =>
    ((await table.get(keys.secret(number), { consistent: true }))?.secret as string | undefined) ?? null;
  const load = async (): Promise<string> => {
    const stored = await read(sealing);
    if (stored !== null) return stored;
    const secret = make();
    const item = { ...keys.secret(sealing), et: 'secret', secret };
    const put = table.put(item, { condition: 'attribute_not_exists(pk)' });
    return unlessFailed(
      put.then(() => secret),
      load,
    );
  };
  const current = () => {
    known ??= load().catch((error) => {
      known = null;
      throw error;
    });
    return known;
  };
  /** Makes none: what was sealed has its secret already, and who only opens needs no right to write. */
  const numbered = async (number: number) => {
    const secret = opened.get(number) ?? (await read(number));
    if (secret !== null) opened.set(number, secret);
    return secret;
  };
  return { current, numbered };
}

/** Cursors that callers cannot read, alter, move to another list or keep for more than a day (C5). */
export function sealedCursors(secret: () => Promise<string>, now: () => number): Cursors {
  return {
    seal: async (bound, position) => seal(await secret(), 'cursor', bound, JSON.stringify([now(), position])),
    open: async (bound, cursor) => {
      const text = unseal(await secret(), 'cursor', bound, cursor);
      if (text === null) return null;
      const [at, position] = JSON.parse(text) as [number, string];
      return now() - at <= day_ms ? position : null;
    },
  };
}

/** Tokens of links: `<number of the secret>.<sealed text>`; they never expire (Q21). */
export function sealedTokens(secrets: Secrets): Tokens {
  return {
    seal: async (purpose, text) =>
      `${sealing}.${seal(await secrets.current(), purpose, [String(sealing)], text)}`,
    open: async (purpose, token) => {
      const [, number = '', sealed = ''] = /^([1-9]\d{0,3})\.([\w-]+)$/.exec(token) ?? [];
      const secret = number === '' ? null : await secrets.numbered(Number(number));
      return secret === null ? null : unseal(secret, purpose, [number], sealed);
    },
  };
}
