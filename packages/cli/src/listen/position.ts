import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../io.ts';
import { configFolder } from '../settings.ts';

/** An endpoint of `webhooks listen`, and how far its log has been forwarded. */
export type Position = {
  base_url: string;
  webhook_id: string;
  secret: string;
  /** Earlier deliveries (epoch ms) are ignored. */
  from: number;
  /** Forwarded deliveries from `from` on: id and creation time (epoch ms). */
  seen: [id: string, at: number][];
};

/** One file per endpoint, so two concurrent listeners never write the same file. */
const fileOf = (io: Io, webhook_id: string): string =>
  join(configFolder(io), `listen-${encodeURIComponent(webhook_id)}.json`);

function readPosition(file: string): Position | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Position | null;
  } catch {
    return null;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^listen-.*\.json$/.test(name));
  } catch {
    return [];
  }
}

export function readPositions(io: Io): Position[] {
  const folder = configFolder(io);
  return filesIn(folder).flatMap((name) => readPosition(join(folder, name)) ?? []);
}

/** Replaces a file atomically. The file includes secrets, so its mode is 0600. */
function replaceFile(file: string, value: unknown): void {
  const made = `${file}.${process.pid}`;
  writeFileSync(made, JSON.stringify(value), { mode: 0o600 });
  renameSync(made, file);
}

/** Replaces the endpoint's stored position, or removes it. */
export function storePosition(io: Io, webhook_id: string, position: Position | null): void {
  mkdirSync(configFolder(io), { recursive: true, mode: 0o700 });
  const file = fileOf(io, webhook_id);
  if (position === null) rmSync(file, { force: true });
  else replaceFile(file, position);
}
