import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../io.ts';
import { configFolder } from '../settings.ts';

/** An endpoint of `webhooks listen`, and the position up to which its log is forwarded. */
export type Position = {
  base_url: string;
  webhook_id: string;
  secret: string;
  /** Deliveries from before it (epoch ms) are not looked at. */
  from: number;
  /** Forwarded deliveries from `from` on: id and time of creation (epoch ms). */
  seen: [id: string, at: number][];
};

const fileOf = (io: Io): string => join(configFolder(io), 'listen.json');

export function readPositions(io: Io): Position[] {
  try {
    return JSON.parse(readFileSync(fileOf(io), 'utf8')) as Position[];
  } catch {
    return [];
  }
}

/** Puts the position in the place of the endpoint's former one, or removes that; its file has the secret, so it is 0600. */
export function storePosition(io: Io, webhook_id: string, position: Position | null): void {
  const others = readPositions(io).filter((one) => one.webhook_id !== webhook_id);
  mkdirSync(configFolder(io), { recursive: true, mode: 0o700 });
  const made = `${fileOf(io)}.${process.pid}`;
  writeFileSync(made, JSON.stringify(position === null ? others : [...others, position]), { mode: 0o600 });
  renameSync(made, fileOf(io));
}
