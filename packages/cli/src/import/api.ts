import { isMailwrightError, type MailwrightError } from '@mailwright/sdk';
import type { Input } from '../command.ts';
import type { Migration, Params } from './migration.ts';

/** A final error that a retry can't fix. Exit status 1. */
export class Refused extends Error {
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Max retries of a request without a usable response, and the longest pause between them in seconds. */
const attempts = 10;
const maxPause_s = 30;

/** The client's timeout is longer than the API's. This file handles retries and waits. */
const own = { timeoutMs: 60_000, maxRetries: 0 };

type Answered = { migration: Migration } | { error: MailwrightError };

async function post({ client }: Input, body: object): Promise<Answered> {
  try {
    return { migration: await client.migrations.create(body as Params, own) };
  } catch (error) {
    if (!isMailwrightError(error)) throw error;
    return { error };
  }
}

/**
 * An error from checking the provider's key. It isn't retried, because each request counts toward the limit
 * of ten imports per hour.
 */
const isOfProvider = ({ details }: MailwrightError) => String(details?.reason ?? '').startsWith('provider_');

function refusal({ message, hint, details }: MailwrightError): Refused {
  const [first] = (details?.issues ?? []) as { path: string }[];
  return new Refused(`${message}${hint === undefined ? '' : ` (${hint})`}`, first?.path);
}

/**
 * Repeats an import request until it has a response. Waits out 409 and 429, and retries broken connections
 * and 5xx up to ten times with growing pauses. Throws Refused.
 */
export async function requestImport(
  input: Input,
  body: object,
  say: (wait: { seconds: number; why: string }) => void,
): Promise<Migration> {
  for (let failures = 0; ; ) {
    const answered = await post(input, body);
    if ('migration' in answered) return answered.migration;
    const { status, retryAfterMs = 1_000 } = answered.error;
    if (status === 409 || status === 429) {
      say({
        seconds: retryAfterMs / 1_000,
        why: status === 409 ? 'another request is working on this import' : 'hourly limit reached',
      });
      await input.io.sleep(retryAfterMs);
      continue;
    }
    const passing = status === 0 || (status >= 500 && !isOfProvider(answered.error));
    if (!passing) throw refusal(answered.error);
    if (++failures > attempts)
      throw new Refused("Mailwright isn't responding. Run the same command again to resume.");
    const seconds = Math.min(maxPause_s, 2 ** (failures - 1));
    say({ seconds, why: 'no response' });
    await input.io.sleep(seconds * 1_000);
  }
}

/** The whole import, whatever its size. Null if it can't be read. */
export async function readImport({ client }: Input, id: string): Promise<Migration | null> {
  const report = await client.migrations.report(id, { format: 'json' }, own).catch(() => null);
  return (report as { migration: Migration } | null)?.migration ?? null;
}

export const readReport = ({ client }: Input, id: string): Promise<string | null> =>
  client.migrations.report(id, {}, own).catch(() => null);

/** The account name for the file of an interrupted import. `account` if the key can't read the name. */
export async function accountOf({ client }: Input): Promise<string> {
  const account = await client.account.get(own).catch(() => null);
  return account === null ? 'account' : account.id.replace(/[^\w-]/g, '');
}
