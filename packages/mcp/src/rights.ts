import { setTimeout } from 'node:timers/promises';
import { isMailwrightError, type Mailwright } from '@mailwright/sdk';
import type { Right } from './tool.ts';

type Probe = (client: Mailwright) => PromiseLike<unknown>;

/** One request per right. Requests for write rights lack a required field, so they never change anything. */
const probes: Record<Right, Probe> = {
  emails: (client) => client.emails.list({ limit: '1' }),
  suppressions: (client) => client.suppressions.list({ limit: '1' }),
  domains: (client) => client.domains.list({ limit: '1' }),
  webhooks: (client) => client.webhooks.list({ limit: '1' }),
  account: (client) => client.account.get(),
  send: (client) => client.request('POST', '/emails', { body: {} }),
  suppress: (client) => client.request('POST', '/suppressions', { body: {} }),
  full: (client) => client.request('POST', '/emails/test', { body: {} }),
};

/** Tries per probe. A probe changes nothing, so it is retried like a GET, even if its call wouldn't be. */
const tries = 3;

const isPassing = (error: unknown): boolean =>
  isMailwrightError(error) && (error.status === 0 || error.status >= 500);

async function ask(client: Mailwright, right: Right, wait: (ms: number) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await probes[right](client);
      return;
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error;
      await wait(attempt * 500);
    }
  }
}

/** The rights of the client's key. Throws if the key doesn't exist or the service can't be reached. */
export async function readRights(
  client: Mailwright,
  asked: Right[],
  wait: (ms: number) => Promise<void> = setTimeout,
): Promise<Set<Right>> {
  const answers = await Promise.all(
    asked.map(async (right): Promise<Right | null> => {
      try {
        await ask(client, right, wait);
        return right;
      } catch (error) {
        if (!isMailwrightError(error)) throw error;
        if (error.status === 403) return null;
        if (error.status === 400 || error.status === 422) return right;
        throw error;
      }
    }),
  );
  return new Set(answers.filter((right) => right !== null));
}
