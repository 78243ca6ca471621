import { AppError } from '../../core/errors.ts';
import type { Connection, KeyField } from './providers/provider.ts';

/** The error for a key that the provider rejects: 400, with a hint. */
export function authFailed({ name, provider, region }: Connection, field: KeyField = 'api_key'): AppError {
  const message = `${field}: ${provider.title} does not accept this key`;
  const issues = [{ path: field, rule: 'blocked', message }];
  return new AppError('validation_error', message, {
    details: { reason: 'provider_auth_failed', provider: name, field, issues },
    ...(region !== null && { hint: 'Is the account in the other region?' }),
  });
}

/**
 * An import's first calls, before anything is written. Throws 400 for a rejected key and 502 if the provider
 * is down. Returns the seconds to wait under a rate limit. Null means the keys work.
 */
export async function checkKey(connection: Connection): Promise<number | null> {
  const { name, provider } = connection;
  for (const { field, path, isSound } of provider.checks) {
    if (connection.keys[field] === null) continue;
    const read = (body: unknown) => (isSound(body) ? true : null);
    const answer = await connection.call({ path, field, read });
    const { outcome } = answer;
    if (outcome === 'wait') return answer.seconds;
    if (outcome === 'unauthorized' || outcome === 'forbidden') throw authFailed(connection, field);
    if (outcome === 'ok') continue;
    const [reason, does] =
      outcome === 'unavailable'
        ? ['provider_unavailable', 'is not responding']
        : ['provider_bad_answer', 'returned an unexpected response'];
    const details = { reason, provider: name };
    throw new AppError('upstream_error', `${provider.title} ${does}`, { details });
  }
  return null;
}
