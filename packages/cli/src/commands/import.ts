import type { CommandSpec, Input } from '../command.ts';
import { Refused } from '../import/api.ts';
import { runImport } from '../import/run.ts';
import { UsageError } from '../io.ts';

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Prints how to go on with an interrupted import, whose cursor is stored (M66). */
function sayHowToGoOn({ io, argv }: Input): void {
  const npm = io.env.npm_lifecycle_event === 'import';
  const words = (npm ? argv.slice(argv.indexOf('import') + 1) : argv).map(quoted);
  const command = [npm ? 'npm run -s import --' : 'mailwright', ...words].join(' ');
  io.err(`\nInterrupted. To go on: ${command}\n`);
}

async function importAll(input: Input): Promise<number> {
  const { argv, io } = input;
  if (argv.some((one) => /^--(account-)?api-key\b/.test(one)))
    throw new UsageError(
      'Keys are never arguments, which other users of the machine see: set PROVIDER_API_KEY, or type the key when asked.',
    );
  io.signal?.addEventListener('abort', () => sayHowToGoOn(input), { once: true });
  try {
    return await runImport(input);
  } catch (error) {
    // What is refused would be refused again.
    const known = error instanceof UsageError || error instanceof Refused;
    if (!known) io.err('Run the same command again to go on.\n');
    throw error;
  }
}

export const importCommand: CommandSpec = {
  name: 'import',
  about: 'Bring domains, webhooks, templates and suppressions over from another provider',
  options: [
    ['--provider <name>', 'sendgrid, postmark or mailgun'],
    ['--region <region>', 'us (default) or eu; postmark has none'],
    ['--resources <names>', 'domains,webhooks,templates,suppressions; all by default'],
    ['--dry-run', 'only show what would come'],
    ['--yes', 'do not ask'],
    [
      '--out <folder>',
      'write report.json, report.csv, agent-prompt.txt, <stack>.diff and webhook-secrets.json',
    ],
    ['--restart', 'begin again where an import was broken off'],
  ],
  notes: [
    'The keys of the old provider come from the environment, or are asked for on a terminal; never from arguments:',
    '  PROVIDER_API_KEY           of the old provider',
    "  PROVIDER_ACCOUNT_API_KEY   Postmark's account token, for its domains",
    '',
    'Exit status: 0 completed, 3 partial, 1 failed or refused, 2 usage, 130 interrupted.',
  ],
  example: 'mailwright import --provider sendgrid --dry-run',
  run: importAll,
};
