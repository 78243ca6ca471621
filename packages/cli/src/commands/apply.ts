import { type CommandSpec, text } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { printItems, printObject, type Row } from '../output.ts';

/** A DNS host's credentials, from the variables that its own tools use. */
function credentialsOf({ env }: Io, provider: string): Record<string, string | undefined> {
  const of: Record<string, Record<string, string | undefined>> = {
    cloudflare: { api_token: env.CLOUDFLARE_API_TOKEN },
    digitalocean: { api_token: env.DIGITALOCEAN_ACCESS_TOKEN },
    route53: {
      access_key_id: env.AWS_ACCESS_KEY_ID,
      secret_access_key: env.AWS_SECRET_ACCESS_KEY,
      session_token: env.AWS_SESSION_TOKEN,
    },
  };
  const known = of[provider];
  if (known === undefined) throw new UsageError(`--provider must be one of: ${Object.keys(of).join(', ')}`);
  const [first] = Object.values(known);
  if (!first) throw new UsageError(`No credentials for ${provider} in the environment`);
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value));
}

export const applyCommand: CommandSpec = {
  name: 'domains apply',
  about: "Add a domain's records at its DNS host, or preview the changes",
  args: ['<name>'],
  options: [
    [
      '--provider <name>',
      'The DNS host: cloudflare, digitalocean, or route53. Credentials come from environment variables.',
    ],
    ['--dry-run', 'Preview the changes without making them.'],
    ['--save-credentials', 'Store the credentials, encrypted, for next time.'],
  ],
  example: 'mailwright domains apply mail.acme.example --dry-run',
  run: async (input) => {
    const provider = text(input.values, 'provider');
    const answer = (await input.client.domains.apply(input.args[0] ?? '', {
      ...(provider !== undefined && { provider, credentials: credentialsOf(input.io, provider) }),
      ...(input.values.dryRun === true && { dry_run: true }),
      ...(input.values.saveCredentials === true && { save_credentials: true }),
    })) as { applied?: number; dns_plan: { changes: Row[] } };
    const { changes } = answer.dns_plan;
    if (input.json) printObject(input, answer as Row);
    else printItems(input, changes, ['action', 'type', 'host', 'value', 'result', 'message']);
    return changes.some(({ result }) => result === 'failed') ? 1 : 0;
  },
};
