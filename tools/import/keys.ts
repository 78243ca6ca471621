import { localStack } from '../../localstack/environment.ts';
import { type Options, UsageError } from './options.ts';
import { ask } from './terminal.ts';

/** The keys of one run, in the memory of this process alone, and where Mailwright is. */
export type Access = {
  base_url: string;
  api_key: string;
  provider_key: string;
  account_api_key: string | undefined;
};

const given = (name: string): string | undefined => process.env[name] || undefined;

/** From the environment, else asked for without echo; throws UsageError without a terminal. */
async function providerKey(name: string, what: string): Promise<string> {
  const key = given(name);
  if (key !== undefined) return key;
  if (!process.stdin.isTTY) throw new UsageError(`Set ${name}: ${what}.`);
  return ask(`${what}: `, { hidden: true });
}

function ownAccess(): { base_url: string; api_key: string } {
  const [base_url, api_key] = [given('MAILWRIGHT_BASE_URL'), given('MAILWRIGHT_API_KEY')];
  if (base_url !== undefined && api_key !== undefined) return { base_url, api_key };
  const stack = (() => {
    try {
      return localStack();
    } catch {
      throw new UsageError('Set MAILWRIGHT_BASE_URL and MAILWRIGHT_API_KEY, or start a local stack.');
    }
  })();
  return { base_url: base_url ?? stack.base_url, api_key: api_key ?? (stack.api_key as string) };
}

export async function readAccess({ provider, resources }: Options): Promise<Access> {
  const own = ownAccess();
  const key = await providerKey('PROVIDER_API_KEY', `API key of ${provider}`);
  const account = given('PROVIDER_ACCOUNT_API_KEY');
  if (provider !== 'postmark') return { ...own, provider_key: key, account_api_key: undefined };
  const asked =
    account ?? (process.stdin.isTTY ? await ask('Account token, or nothing: ', { hidden: true }) : '');
  if (asked === '' && resources?.includes('domains'))
    throw new UsageError(
      'Set PROVIDER_ACCOUNT_API_KEY: Postmark shows its domains to the account token alone.',
    );
  return { ...own, provider_key: key, account_api_key: asked === '' ? undefined : asked };
}
