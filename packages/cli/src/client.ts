import { Mailwright } from '@mailwright/sdk';
import { type Io, UsageError } from './io.ts';
import { settingsOf } from './settings.ts';

/** Options of every command. */
export type Shared = { apiKey?: string; baseUrl?: string; json?: boolean };

/** Throws UsageError if the key or address can't be used for a request. */
export function newClient(io: Io, apiKey: string, baseUrl: string): Mailwright {
  try {
    return new Mailwright(apiKey, {
      baseUrl,
      userAgent: 'mailwright-cli',
      ...(io.fetch && { fetch: io.fetch }),
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export function clientOf(io: Io, given: Shared): { client: Mailwright; baseUrl: string } {
  const { apiKey, baseUrl } = settingsOf(io, given);
  const client = newClient(io, apiKey, baseUrl);
  return { client, baseUrl: baseUrl.replace(/\/+$/, '') };
}
