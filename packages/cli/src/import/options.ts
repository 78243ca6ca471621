import { type Input, text } from '../command.ts';
import { UsageError } from '../io.ts';
import { importProviders, importRegions, importResources, type Params } from './migration.ts';

export type Options = {
  provider: Params['provider'];
  region: Params['region'] | undefined;
  resources: (typeof importResources)[number][] | undefined;
  dry_run: boolean;
  yes: boolean;
  out: string | undefined;
  restart: boolean;
};

function oneOf<T extends string>(option: string, names: readonly T[], given: string): T {
  const known = names.find((one) => one === given);
  if (known === undefined)
    throw new UsageError(`${option} must be one of ${names.join(', ')}, not "${given}"`);
  return known;
}

/** The command's options. Throws UsageError. */
export function readOptions({ values }: Input): Options {
  const [provider, region] = [text(values, 'provider'), text(values, 'region')];
  const known = oneOf('--provider', importProviders, provider ?? '');
  if (region !== undefined && known === 'postmark')
    throw new UsageError("--region can't be used with postmark");
  const out = text(values, 'out');
  if (out === '') throw new UsageError('--out needs a folder');
  return {
    provider: known,
    region: region === undefined ? undefined : oneOf('--region', importRegions, region),
    resources: text(values, 'resources')
      ?.split(',')
      .map((one) => oneOf('--resources', importResources, one.trim())),
    out,
    yes: values.yes === true,
    restart: values.restart === true,
    dry_run: values.dryRun === true,
  };
}

/** The old provider's keys, only in this process's memory. */
export type Keys = { api_key: string; account_api_key: string | undefined };

/**
 * The keys from the environment, or from a prompt that doesn't echo. Throws UsageError without a terminal.
 */
export async function readKeys({ io }: Input, { provider, resources }: Options): Promise<Keys> {
  const api_key =
    io.env.PROVIDER_API_KEY || (await io.ask?.(`${provider} API key: `, { hidden: true })) || '';
  if (api_key === '') throw new UsageError(`Set PROVIDER_API_KEY to your ${provider} API key.`);
  if (provider !== 'postmark') return { api_key, account_api_key: undefined };
  const account =
    io.env.PROVIDER_ACCOUNT_API_KEY ||
    (await io.ask?.('Account token (press Enter to skip): ', { hidden: true })) ||
    undefined;
  if (account === undefined && resources?.includes('domains'))
    throw new UsageError('Set PROVIDER_ACCOUNT_API_KEY. Postmark requires an account token to read domains.');
  return { api_key, account_api_key: account };
}
