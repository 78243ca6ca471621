import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isMailwrightError, type Mailwright } from '@mailwright/sdk';
import { type Input, text } from '../command.ts';
import type { Io } from '../io.ts';
import { configFolder } from '../settings.ts';
import { type Position, readPositions, storePosition } from './position.ts';

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
function lockEndpoint(io: Io, webhook_id: string): boolean {
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

const unlockEndpoint = (io: Io, webhook_id: string): void => rmSync(fileOf(io, webhook_id), { force: true });

const isMissing = (error: unknown) => isMailwrightError(error) && error.status === 404;

/**
 * An endpoint's position from an earlier run with this deployment and account, or null. `take` decides whether
 * a stored endpoint is usable.
 */
export async function storedEndpoint(
  { io, client, baseUrl }: Input,
  take: (webhook_id: string) => boolean = () => true,
): Promise<Position | null> {
  for (const position of readPositions(io).filter((one) => one.base_url === baseUrl)) {
    try {
      await client.webhooks.get(position.webhook_id);
      if (take(position.webhook_id)) return position;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return null;
}

const isLocal = (url: string): boolean => /^(localhost|127\..+|\[::1\])$/.test(new URL(url).hostname);

async function create(input: Input): Promise<Position> {
  const { io, client, baseUrl } = input;
  try {
    const { webhook, secret } = await client.webhooks.create({
      url: `${baseUrl}/listen`,
      description: `mailwright listen @ ${hostname()}`.slice(0, 200),
      auto_replay: false,
    });
    const from = Date.parse(webhook.created_at);
    const position = { base_url: baseUrl, webhook_id: webhook.id, secret, from, seen: [] };
    storePosition(io, webhook.id, position);
    lockEndpoint(io, webhook.id);
    return position;
  } catch (error) {
    if (isMailwrightError(error) && error.status === 400 && isLocal(baseUrl))
      throw new Error(
        `webhooks listen doesn't work with this deployment. It sends webhooks only to public addresses, and ${baseUrl} isn't public.`,
      );
    throw error;
  }
}

type Filter = Pick<Parameters<Mailwright['webhooks']['update']>[1], 'events' | 'tenants'>;

const filterOf = ({ values }: Input): Filter => {
  const tenant = text(values, 'tenant');
  const events = text(values, 'events')
    ?.split(',')
    .map((one) => one.trim());
  return { events: events ?? null, tenants: tenant === undefined ? null : [tenant] } as Filter;
};

/**
 * An enabled endpoint that no other process listens to, created if needed. Release it with `closeEndpoint`.
 */
export async function openEndpoint(input: Input): Promise<Position> {
  const free = await storedEndpoint(input, (webhook_id) => lockEndpoint(input.io, webhook_id));
  const position = free ?? (await create(input));
  try {
    await input.client.webhooks.update(position.webhook_id, { ...filterOf(input), enabled: true });
    return position;
  } catch (error) {
    // A new endpoint is enabled for all events.
    await closeEndpoint(input, position).catch(() => {});
    throw error;
  }
}

/** Disables the endpoint, so later events aren't kept for it. */
export async function closeEndpoint({ io, client }: Input, { webhook_id }: Position): Promise<void> {
  try {
    await client.webhooks.update(webhook_id, { enabled: false });
  } catch (error) {
    if (!isMissing(error)) throw error;
  } finally {
    unlockEndpoint(io, webhook_id);
  }
}
