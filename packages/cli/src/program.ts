import { Command, Option } from 'commander';
import type { Shared } from './client.ts';
import type { CommandSpec } from './command.ts';
import type { Io } from './io.ts';
import { groups } from './operations.ts';
import { jsonLine } from './output.ts';

export const isJson = (program: Command): boolean => program.opts<Shared>().json ?? false;

/** An option and its opposite shown together, `--[no-]name`. */
const shownFlags = new WeakMap<Option, string>();

/** The program without commands. */
export function newProgram(io: Io): Command {
  const program = new Command('mailwright')
    .description('Send email with Mailwright, and manage your account')
    .option(
      '--api-key <key>',
      "API key. By default, it comes from MAILWRIGHT_API_KEY, `mailwright login`, or this folder's local stack.",
    )
    .option(
      '--base-url <url>',
      "Base URL. By default, it comes from MAILWRIGHT_BASE_URL, `mailwright login`, or this folder's local stack.",
    )
    .option('--json', 'Print JSON instead of tables, with one object per line for lists.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show help for a command')
    .configureHelp({ optionTerm: (option) => shownFlags.get(option) ?? option.flags, minWidthToWrap: 20 })
    .exitOverride();
  return program.configureOutput({
    writeOut: io.out,
    writeErr: io.err,
    getOutHelpWidth: () => io.columns ?? 80,
    outputError: (line, write) => {
      // Never print a key that was passed to a misspelled option (D68).
      const shown = line.replace(/(unknown option '[^'=]*)=.*'/s, "$1=…'");
      const message = shown.replace(/^error: /, '').trimEnd();
      write(isJson(program) ? jsonLine({ error: { message } }) : shown);
    },
  });
}

/** Groups below a resource. */
const nestedGroups: Record<string, string> = {
  'automations runs': "List, get, and cancel an automation's runs",
  'domains claims': 'Claim a domain from another account',
  'tenants domains': 'Assign domains to a tenant',
  'webhooks deliveries': "List, get, and replay a webhook endpoint's deliveries",
};

/** The command for these words, in the groups named by all but the last. */
function placeOf(program: Command, name: string): Command {
  const words = name.split(' ');
  return words.reduce((place, word, at) => {
    const known = place.commands.find((one) => one.name() === word);
    if (known) return known;
    // `webhooks deliveries <id>` is older than the other commands of its group.
    const made = place.command(word, { isDefault: name === 'webhooks deliveries list' && at === 2 });
    if (at + 1 === words.length) return made;
    const path = words.slice(0, at + 1).join(' ');
    if (at === 0) made.helpGroup('Resources:');
    return made.description(groups[path] ?? nestedGroups[path] ?? '');
  }, program);
}

/** `--[no-]name` stands for two options. Help shows only the first. */
function addOption(command: Command, flags: string, about: string): void {
  const option = new Option(flags.replace('[no-]', ''), about);
  command.addOption(option);
  if (!flags.startsWith('--[no-]')) return;
  shownFlags.set(option, flags);
  const [opposite = ''] = flags.replace('[no-]', 'no-').split(' ');
  command.addOption(new Option(opposite).hideHelp());
}

/** An example in lines of up to 80 columns, broken before options and ids. */
function exampleLines(example: string): string[] {
  const lines: string[] = [];
  for (const part of example.split(/ (?=--|[a-z]+_\w{26}\b)/)) {
    const joined = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && joined.length <= 74) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

/** Adds a command with its arguments, options, and help. */
export function addCommand(
  program: Command,
  { name, about, args = [], options = [], hidden = [], notes = [], example }: CommandSpec,
): Command {
  const command = placeOf(program, name)
    .summary(about)
    .description([about, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n'))
    .addHelpText('after', `\nExample:\n  ${exampleLines(example).join(' \\\n    ')}`);
  for (const one of args) command.argument(one);
  for (const [flags, meaning] of options) addOption(command, flags, meaning);
  for (const flags of hidden) command.addOption(new Option(flags).hideHelp());
  return command;
}
