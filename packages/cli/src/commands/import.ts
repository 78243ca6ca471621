import type { CommandSpec, Input } from '../command.ts';
import { Refused } from '../import/api.ts';
import { runImport } from '../import/run.ts';
import { UsageError } from '../io.ts';

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Tells how to resume an interrupted import, whose cursor is stored. */
function sayHowToGoOn({ io, argv }: Input): void {
  const npm = io.env.npm_lifecycle_event === 'import';
  const words = (npm ? argv.slice(argv.indexOf('import') + 1) : argv).map(quoted);
  const command = [npm ? 'npm run -s import --' : 'mailwright', ...words].join(' ');
  io.err(`\nInterrupted. To resume, run: ${command}\n`);
}

async function importAll(input: Input): Promise<number> {
  const { argv, io } = input;
  if (argv.some((one) => /^--(account-)?api-key\b/.test(one)))
    throw new UsageError(
      "Keys can't be passed as arguments, because other users of this machine could see them. Set PROVIDER_API_KEY, or enter the key when prompted.",
    );
  io.signal?.addEventListener('abort', () => sayHowToGoOn(input), { once: true });
  try {
    return await runImport(input);
  } catch (error) {
    // No hint, because a rejected request would be rejected again.
    const known = error instanceof UsageError || error instanceof Refused;
    if (!known) io.err('Run the same command again to resume.\n');
    throw error;
  }
}

export const importCommand: CommandSpec = {
  name: 'import',
  about: 'Import domains, webhooks, templates, and suppressions from another provider',
  options: [
    ['--provider <name>', 'One of sendgrid, postmark, or mailgun.'],
    ['--region <region>', 'Region of the account: us (default) or eu. Postmark has no regions.'],
    ['--resources <names>', 'Comma-separated: domains,webhooks,templates,suppressions. Default: all.'],
    ['--dry-run', 'Preview the import without making changes.'],
    ['--yes', 'Skip the confirmation.'],
    [
      '--out <folder>',
      'Folder for report.json, report.csv, agent-prompt.txt, <stack>.diff, and webhook-secrets.json.',
    ],
    ['--restart', 'Start over instead of resuming an interrupted import.'],
  ],
  notes: [
    "Set the provider's keys as environment variables. In a terminal, the command prompts for missing keys.",
    '  PROVIDER_API_KEY           your API key at the old provider',
    '  PROVIDER_ACCOUNT_API_KEY   your Postmark account token, needed to import domains',
    '',
    'Exit status: 0 = completed, 1 = failed or refused, 2 = invalid command line, 3 = partial, 130 = interrupted.',
  ],
  example: 'mailwright import --provider sendgrid --dry-run',
  run: importAll,
};
