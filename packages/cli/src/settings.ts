import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.ts';
import { UsageError } from './io.ts';

type Settings = { apiKey: string; baseUrl: string };
type Named = { apiKey?: string | undefined; baseUrl?: string | undefined };

export const configFolder = ({ env }: Io): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'mailwright');

const configFile = (io: Io): string => join(configFolder(io), 'config.json');

/** A JSON file's fields. Empty if the file is missing or has other content. */
function readJson(file: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * The key and the address, each from the first source that has it: options, MAILWRIGHT_*, the file of
 * `mailwright login`, then the working folder's local stack. That folder is untrusted. Its stack is used
 * only if no other source has a key or an address, so your key is never sent to an address from that folder.
 */
export function settingsOf(io: Io, given: Named): Settings {
  const stored = readJson(configFile(io));
  const stack = readJson(resolve(io.cwd, '.local', 'stack.json'));
  const places: Named[] = [
    given,
    { apiKey: textOf(io.env.MAILWRIGHT_API_KEY), baseUrl: textOf(io.env.MAILWRIGHT_BASE_URL) },
    { apiKey: textOf(stored.api_key), baseUrl: textOf(stored.base_url) },
  ];
  const isGiven = places.some((place) => place.apiKey !== undefined || place.baseUrl !== undefined);
  if (!isGiven) places.push({ apiKey: textOf(stack.api_key), baseUrl: textOf(stack.base_url) });
  const apiKey = places.find((place) => place.apiKey !== undefined)?.apiKey;
  const baseUrl = places.find((place) => place.baseUrl !== undefined)?.baseUrl;
  if (apiKey === undefined || baseUrl === undefined)
    throw new UsageError(
      'No API key or base URL. Run `mailwright login`, or set MAILWRIGHT_API_KEY and MAILWRIGHT_BASE_URL',
    );
  return { apiKey, baseUrl };
}

/** Stores them in a file that only its owner can read. Returns its path. */
export function storeSettings(io: Io, { apiKey, baseUrl }: Settings): string {
  mkdirSync(configFolder(io), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ api_key: apiKey, base_url: baseUrl }, null, 2)}\n`;
  rmSync(configFile(io), { force: true });
  writeFileSync(configFile(io), text, { mode: 0o600 });
  return configFile(io);
}

export const forgetSettings = (io: Io): void => rmSync(configFile(io), { force: true });
