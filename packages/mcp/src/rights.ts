import { isMailwrightError, type Mailwright } from '@mailwright/sdk';
import type { Right } from './tool.ts';

type Probe = (client: Mailwright) => PromiseLike<unknown>;

/** A request for each right. Those of writing lack what they need, so that they are refused whatever the key may. */
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

/** The rights of the client's key. Throws where there is no such key, and where the service cannot be reached. */
export async function readRights(client: Mailwright, asked: Right[]): Promise<Set<Right>> {
  const answers = await Promise.all(
    asked.map(async (right): Promise<Right | null> => {
      try {
        await probes[right](client);
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
