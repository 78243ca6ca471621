import { AppError } from '../../core/errors.ts';
import type { Base } from '../context.ts';
import type { Providers } from '../ports/imports.ts';
import { callProvider } from './call-provider.ts';
import type { Connection, KeyField } from './providers/provider.ts';

/** The provider does not take a key: 400, and what to look at (M8). */
export function authFailed({ name, provider, region }: Connection, field: KeyField = 'api_key'): AppError {
  const message = `${field}: ${provider.title} does not accept this key`;
  return new AppError('validation_error', message, {
    details: {
      reason: 'provider_auth_failed',
      provider: name,
      field,
      issues: [{ path: field, rule: 'blocked', message }],
    },
    ...(region !== null && { hint: 'is the account in the other region?' }),
  });
}

function notUsable({ name, provider }: Connection, reason: 'provider_unavailable' | 'provider_bad_answer') {
  const does = reason === 'provider_unavailable' ? 'does not answer' : 'gives an answer that is not expected';
  return new AppError('upstream_error', `${provider.title} ${does}`, { details: { reason, provider: name } });
}

type Check = Connection['provider']['checks'][number];

/** The check of one key; seconds to wait, or null: it works. */
async function check(
  ctx: Base & Providers,
  connection: Connection,
  { field, path, isSound }: Check,
): Promise<number | null> {
  const answer = await callProvider(ctx, connection, {
    path,
    field,
    read: (body) => (isSound(body) ? true : null),
  });
  if (answer.outcome === 'ok') return null;
  if (answer.outcome === 'wait') return answer.seconds;
  if (answer.outcome === 'unauthorized' || answer.outcome === 'forbidden')
    throw authFailed(connection, field);
  throw notUsable(
    connection,
    answer.outcome === 'unavailable' ? 'provider_unavailable' : 'provider_bad_answer',
  );
}

/**
 * The first calls of an import, before anything is written (M8): throws 400 for a key that is refused and 502 for a provider
 * that is down. Returns the seconds to wait when the provider limits its requests; null: the keys work.
 */
export async function checkKey(ctx: Base & Providers, connection: Connection): Promise<number | null> {
  for (const one of connection.provider.checks) {
    if (connection.keys[one.field] === null) continue;
    const wait_s = await check(ctx, connection, one);
    if (wait_s !== null) return wait_s;
  }
  return null;
}
