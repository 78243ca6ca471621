import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import type { Access } from './keys.ts';

/** A refusal that no repetition helps against: exit 1. */
export class Refused extends Error {
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

type Failure = {
  error?: {
    message?: string;
    hint?: string;
    details?: { reason?: string; issues?: { path: string }[] };
  };
};
type Answered = { status: number; retry_after: number; body: Failure & { migration?: MigrationRecord } };

/** Repetitions of a request without a usable answer, and the longest pause between them, in seconds (M66). */
const attempts = 10;
const longestPause = 30;

/** Node's fetch gives up later than the API does. */
const timeout_ms = 60_000;

async function request(access: Access, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${access.base_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${access.api_key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout_ms),
  });
}

async function post(access: Access, body: object): Promise<Answered | null> {
  try {
    const response = await request(access, 'POST', '/migrations', body);
    const retry_after = Number(response.headers.get('retry-after') ?? 1);
    return { status: response.status, retry_after, body: (await response.json()) as Answered['body'] };
  } catch {
    return null;
  }
}

const isOfProvider = ({ body }: Answered) => body.error?.details?.reason?.startsWith('provider_') === true;

function refusal({ body: { error } }: Answered): Refused {
  const hint = error?.hint === undefined ? '' : ` (${error.hint})`;
  return new Refused(`${error?.message ?? 'refused'}${hint}`, error?.details?.issues?.[0]?.path);
}

/**
 * One request of an import, repeated until it has an answer: 409 and 429 are waited out, a broken connection and 5xx are
 * tried up to ten times with growing pauses. Throws Refused.
 */
export async function requestImport(
  access: Access,
  body: object,
  say: (wait: { seconds: number; why: string }) => void,
): Promise<MigrationRecord> {
  for (let failures = 0; ; ) {
    const answered = await post(access, body);
    if (answered?.body.migration !== undefined && answered.status === 200) return answered.body.migration;
    if (answered !== null && (answered.status === 409 || answered.status === 429)) {
      const why = answered.status === 409 ? 'another request works on it' : 'the hourly limit';
      say({ seconds: answered.retry_after, why });
      await sleep(answered.retry_after * 1000);
      continue;
    }
    const passing = answered === null || (answered.status >= 500 && !isOfProvider(answered));
    if (!passing) throw refusal(answered);
    if (++failures > attempts)
      throw new Refused('Mailwright does not answer: run the same command again to go on.');
    const seconds = Math.min(longestPause, 2 ** (failures - 1));
    say({ seconds, why: 'no answer' });
    await sleep(seconds * 1000);
  }
}

/** The whole import, however large it is, or null where it cannot be read; its report as CSV. */
export async function readImport(access: Access, id: string): Promise<MigrationRecord | null> {
  const response = await request(access, 'GET', `/migrations/${id}/report?format=json`).catch(() => null);
  if (response === null || !response.ok) return null;
  return ((await response.json()) as { migration: MigrationRecord }).migration;
}

export async function readReport(access: Access, id: string): Promise<string | null> {
  const response = await request(access, 'GET', `/migrations/${id}/report`).catch(() => null);
  return response?.ok ? response.text() : null;
}

/** Names the account in the file of a broken import; one that the key may not read is `account`. */
export async function accountOf(access: Access): Promise<string> {
  const response = await request(access, 'GET', '/account').catch(() => null);
  if (response === null || !response.ok) return 'account';
  const { account } = (await response.json()) as { account: { id: string } };
  return account.id.replace(/[^\w-]/g, '');
}
