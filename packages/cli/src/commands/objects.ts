import type { Mailwright, Page } from '@mailwright/sdk';
import { type CommandSpec, type Input, text, texts } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { printItems, printLine, printObject, type Row } from '../output.ts';
import { firstItems, limitOf, limitOption } from '../pages.ts';

const first = ({ args }: Input): string => args[0] ?? '';

const listing = (
  name: string,
  about: string,
  columns: readonly string[],
  list: (client: Mailwright, page: { limit: number }) => PromiseLike<Page<Row>>,
): CommandSpec => ({
  name,
  about,
  options: [limitOption],
  example: `mailwright ${name}`,
  run: async (input) => {
    const limit = limitOf(input);
    return printItems(input, await firstItems(input, list(input.client, { limit }), limit), columns);
  },
});

const webhooks: CommandSpec[] = [
  listing(
    'webhooks list',
    'List webhook endpoints',
    ['id', 'enabled', 'failing_since', 'url', 'description'],
    (client, page) => client.webhooks.list(page),
  ),
  {
    name: 'webhooks create',
    about: 'Create an endpoint; its signing secret is printed this once',
    args: ['<url>'],
    options: [['--event <type...>', 'only these events']],
    example: 'mailwright webhooks create https://hooks.acme.test/mail --event email.bounced',
    run: async (input) => {
      const events = texts(input.values, 'event');
      const made = await input.client.webhooks.create({
        url: first(input),
        ...(events.length > 0 && { events }),
      } as never);
      return printObject(input, made as unknown as Row, `${made.webhook.id} ${made.secret}`);
    },
  },
  {
    name: 'webhooks test',
    about: 'Send a test event to all endpoints, or to one',
    options: [
      ['--event <type>', 'default: email.delivered'],
      ['--webhook <id>', 'only this endpoint, even if it is disabled'],
    ],
    example: 'mailwright webhooks test --webhook {webhook}',
    run: async (input) => {
      const event = text(input.values, 'event') ?? 'email.delivered';
      const webhook_id = text(input.values, 'webhook');
      const asked = { event, ...(webhook_id !== undefined && { webhook_id }) };
      return printObject(input, (await input.client.emails.test(asked as never)) as Row);
    },
  },
  {
    name: 'webhooks deliveries',
    about: 'List the deliveries of an endpoint',
    args: ['<id>'],
    options: [limitOption],
    example: 'mailwright webhooks deliveries {webhook}',
    run: async (input) => {
      const limit = limitOf(input);
      const list = input.client.webhooks.deliveries.list(first(input), { limit });
      return printItems(input, await firstItems(input, list, limit), [
        'id',
        'event_type',
        'status',
        'attempts',
        'created_at',
      ]);
    },
  },
  {
    name: 'webhooks replay-failed',
    about: 'Make failed deliveries again, of the last day or since a time',
    args: ['<id>'],
    options: [['--since <time>', 'ISO 8601, UTC']],
    example: 'mailwright webhooks replay-failed {webhook}',
    run: async (input) => {
      const day = new Date(input.io.now() - 86_400_000).toISOString();
      const since = text(input.values, 'since') ?? day;
      return printObject(input, (await input.client.webhooks.replayFailed(first(input), { since })) as Row);
    },
  },
  {
    name: 'webhooks replay',
    about: 'Make one delivery again',
    args: ['<id>', '<delivery>'],
    example: 'mailwright webhooks replay {webhook} {delivery}',
    run: async (input) => {
      const made = await input.client.webhooks.deliveries.replay(first(input), input.args[1] ?? '');
      return printObject(input, made, `${made.id} ${made.status}`);
    },
  },
];

const domains: CommandSpec[] = [
  listing('domains list', 'List domains', ['name', 'status', 'tenant', 'verified_at'], (client, page) =>
    client.domains.list(page),
  ),
  {
    name: 'domains add',
    about: 'Add a domain and show the records to publish',
    args: ['<name>'],
    example: 'mailwright domains add mail.acme.example',
    run: async (input) => {
      const domain = await input.client.domains.create({ name: first(input) });
      return input.json
        ? printObject(input, domain)
        : printItems(input, domain.records, ['type', 'host', 'value', 'status']);
    },
  },
  {
    name: 'domains show',
    about: 'Show the records of a domain and what DNS says',
    args: ['<name>'],
    example: 'mailwright domains show {domain}',
    run: async (input) => {
      const domain = await input.client.domains.get(first(input));
      if (input.json) return printObject(input, domain);
      printLine(input.io, `${domain.name} ${domain.status}`);
      input.io.out('\n');
      return printItems(input, domain.records, ['purpose', 'type', 'host', 'value', 'status']);
    },
  },
  {
    name: 'domains verify',
    about: 'Look for the records of a domain now',
    args: ['<name>'],
    example: 'mailwright domains verify {domain}',
    run: async (input) => {
      const checked = await input.client.domains.verify(first(input));
      const { name, status } = checked.domain as { name: string; status: string };
      return printObject(input, checked, `${name} ${status}`);
    },
  },
];

/** The credentials of a DNS host, from the variables that its own tools read. */
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
  if (known === undefined) throw new UsageError(`--provider is one of ${Object.keys(of).join(', ')}`);
  const [first] = Object.values(known);
  if (!first) throw new UsageError(`the environment has no credentials for ${provider}`);
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value));
}

const apply: CommandSpec = {
  name: 'domains apply',
  about: 'Write the records of a domain at its DNS host, or show what would be written',
  args: ['<name>'],
  options: [
    ['--provider <name>', 'cloudflare, digitalocean or route53, with the credentials of the environment'],
    ['--dry-run', 'write nothing'],
    ['--save-credentials', 'keep them, encrypted, for the next time'],
  ],
  example: 'mailwright domains apply {domain} --dry-run',
  run: async (input) => {
    const provider = text(input.values, 'provider');
    const answer = (await input.client.domains.apply(first(input), {
      ...(provider !== undefined && { provider, credentials: credentialsOf(input.io, provider) }),
      ...(input.values.dryRun === true && { dry_run: true }),
      ...(input.values.saveCredentials === true && { save_credentials: true }),
    } as never)) as { applied?: number; dns_plan: { changes: Row[] } };
    const { changes } = answer.dns_plan;
    if (input.json) printObject(input, answer as Row);
    else printItems(input, changes, ['action', 'type', 'host', 'value', 'result', 'message']);
    return changes.some(({ result }) => result === 'failed') ? 1 : 0;
  },
};

const suppressions: CommandSpec[] = [
  listing(
    'suppressions list',
    'List suppressed addresses',
    ['email', 'reason', 'source', 'created_at'],
    (client, page) => client.suppressions.list(page),
  ),
  {
    name: 'suppressions add',
    about: 'Suppress an address',
    args: ['<email>'],
    options: [['--note <text>', 'why']],
    example: 'mailwright suppressions add gone@example.com --note "asked by phone"',
    run: async (input) => {
      const note = text(input.values, 'note');
      const made = await input.client.suppressions.create({ email: first(input), ...(note && { note }) });
      return printObject(input, made, `${made.email} ${made.reason}`);
    },
  },
  {
    name: 'suppressions check',
    about: 'Whether an address is suppressed: exit status 1 when it is',
    args: ['<email>'],
    example: 'mailwright suppressions check free@example.com',
    run: async (input) => {
      const [found] = (await input.client.suppressions.list({ email: first(input), limit: 1 })).items;
      printObject(
        input,
        found ?? { email: first(input), suppressed: false },
        found ? `${found.email} ${found.reason}` : 'not suppressed',
      );
      return found ? 1 : 0;
    },
  },
  {
    name: 'suppressions remove',
    about: 'Let an address get mail again',
    args: ['<email>'],
    example: 'mailwright suppressions remove gone@example.com',
    run: async (input) => {
      await input.client.suppressions.delete({ email: first(input) });
      return printObject(input, { email: first(input), removed: true }, `${first(input)} removed`);
    },
  },
];

const others: CommandSpec[] = [
  listing('templates list', 'List templates', ['alias', 'name', 'status', 'updated_at'], (client, page) =>
    client.templates.list(page),
  ),
  {
    name: 'whoami',
    about: 'Show the account of the key',
    example: 'mailwright whoami',
    run: async (input) => {
      const account = await input.client.account.get();
      const { id, name, plan, production_unlocked } = account;
      return printObject(input, input.json ? account : { id, name, plan, production_unlocked });
    },
  },
];

export const objectCommands: CommandSpec[] = [...webhooks, ...domains, apply, ...suppressions, ...others];
