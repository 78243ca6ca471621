import { isMailwrightError, type Mailwright } from '@mailwright/sdk';
import { newClient, type Shared } from '../client.ts';
import { type Io, UsageError } from '../io.ts';
import { printLine } from '../output.ts';
import { storeSettings } from '../settings.ts';

export const loginAbout = 'Store an API key and base URL. Enter the key when prompted, or pipe it in.';

/** The key's account name. A key that isn't allowed to read it is still valid. */
async function accountName(client: Mailwright): Promise<string> {
  try {
    return (await client.account.get()).name;
  } catch (error) {
    if (isMailwrightError(error, 'insufficient_scope')) return "your account (this key can't read its name)";
    throw error;
  }
}

/** Stores a key that the service knows. */
export async function signIn(io: Io, { baseUrl = io.env.MAILWRIGHT_BASE_URL }: Shared): Promise<undefined> {
  if (!baseUrl) throw new UsageError('--base-url is required');
  const given = await (io.ask ? io.ask('API key: ', { hidden: true }) : io.stdin());
  const apiKey = given.trim();
  if (!/^svc_\w+$/.test(apiKey)) throw new UsageError('Not an API key. Keys start with svc_');
  const name = await accountName(newClient(io, apiKey, baseUrl));
  printLine(io, `Signed in to ${name}. Key stored in ${storeSettings(io, { apiKey, baseUrl })}`);
}
