import { parseArgs } from 'node:util';
import {
  type ImportProvider,
  type ImportRegion,
  type ImportResource,
  importProviders,
  importRegions,
  importResources,
} from '../../shared/core/records/imports.ts';

export const importUsage = `npm run -s import -- --provider <provider> [options]

  --provider    sendgrid, postmark or mailgun
  --region      us (default) or eu; postmark has none
  --resources   domains,webhooks,templates,suppressions; all by default
  --dry-run     only shows what would come
  --yes         does not ask
  --json        writes one JSON object to stdout: the import, with the secrets of new webhooks
  --out FOLDER  writes report.json, report.csv, agent-prompt.txt, <stack>.diff and webhook-secrets.json
  --restart     begins again where an import was broken off

Keys come from the environment, or are asked for on a terminal:
  PROVIDER_API_KEY           of the old provider
  PROVIDER_ACCOUNT_API_KEY   Postmark's account token, for its domains
  MAILWRIGHT_API_KEY, MAILWRIGHT_BASE_URL   default: those of the running local stack
`;

/** A mistake of the caller: exit 2. */
export class UsageError extends Error {}

export type Options = {
  provider: ImportProvider;
  region: ImportRegion | undefined;
  resources: ImportResource[] | undefined;
  dry_run: boolean;
  yes: boolean;
  json: boolean;
  out: string | undefined;
  restart: boolean;
};

const flags = { type: 'boolean', default: false } as const;

/** The options of a command line; throws UsageError. */
export function readOptions(args: string[]): Options {
  if (args.some((one) => /^--(account-)?api-key\b/.test(one)))
    throw new UsageError(
      'Keys are never arguments, which other users of the machine see: set PROVIDER_API_KEY, or type the key when asked.',
    );
  const { values } = parse(args);
  const { provider, region, resources, out, yes, json, restart } = values;
  const known = oneOf('--provider', importProviders, provider ?? '');
  if (region !== undefined && known === 'postmark') throw new UsageError('--region: postmark has no regions');
  return {
    provider: known,
    region: region === undefined ? undefined : oneOf('--region', importRegions, region),
    resources: resources?.split(',').map((one) => oneOf('--resources', importResources, one.trim())),
    out,
    yes,
    json,
    restart,
    dry_run: values['dry-run'],
  };
}

function oneOf<T extends string>(option: string, names: readonly T[], given: string): T {
  const known = names.find((one) => one === given);
  if (known === undefined) throw new UsageError(`${option}: "${given}" is none of ${names.join(', ')}`);
  return known;
}

function parse(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args,
      options: {
        ...{ provider: text, region: text, resources: text, out: text },
        ...{ 'dry-run': flags, yes: flags, json: flags, restart: flags },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
