import { isMailwrightError, Mailwright } from '@mailwright/sdk';
import { Command, CommanderError } from 'commander';
import type { Values } from './command.ts';
import { commands } from './commands/all.ts';
import { type Io, UsageError } from './io.ts';
import { jsonLine, printLine, visible } from './output.ts';
import { forgetSettings, settingsOf, storeSettings } from './settings.ts';

/** The exit statuses: done, refused or failed, a wrong command line, no connection, interrupted (D68). */
const exits = { done: 0, failed: 1, usage: 2, noConnection: 3, interrupted: 130 };

type Shared = { apiKey?: string; baseUrl?: string; json?: boolean };

function failed(io: Io, error: unknown, json: boolean): number {
  if (!isMailwrightError(error)) {
    const { message } = error as Error;
    if (json) io.err(jsonLine({ error: { message } }));
    else io.err(`error: ${visible(message)}\n`);
    return error instanceof UsageError ? exits.usage : exits.failed;
  }
  const { message, code, requestId, hint, docs_url, details, status } = error;
  if (json) io.err(jsonLine({ error: { message, code, request_id: requestId, hint, docs_url, details } }));
  else {
    const about = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ');
    io.err(`error: ${visible(message)}${about ? ` (${visible(about)})` : ''}\n`);
    for (const line of [hint, docs_url]) if (line) io.err(`${visible(line)}\n`);
  }
  return status === 0 ? exits.noConnection : exits.failed;
}

/** Throws UsageError for a key and an address with which no request can be made. */
function newClient(io: Io, apiKey: string, baseUrl: string): Mailwright {
  try {
    return new Mailwright(apiKey, {
      baseUrl,
      userAgent: 'mailwright-cli',
      ...(io.fetch && { fetch: io.fetch }),
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function clientOf(io: Io, given: Shared): { client: Mailwright; baseUrl: string } {
  const { apiKey, baseUrl } = settingsOf(io, given);
  const client = newClient(io, apiKey, baseUrl);
  return { client, baseUrl: baseUrl.replace(/\/+$/, '') };
}

/** The status of the work, or at once that of an interruption, which leaves the work where it is. */
function orInterrupted(io: Io, work: Promise<number | undefined>): Promise<number | undefined> {
  const { signal } = io;
  if (signal === undefined) return work;
  const interrupted = new Promise<number>((resolve) => {
    if (signal.aborted) resolve(exits.interrupted);
    signal.addEventListener('abort', () => resolve(exits.interrupted), { once: true });
  });
  return Promise.race([work, interrupted]);
}

/** The command of a word, made with the words before it. */
function placeOf(program: Command, name: string): Command {
  const words = name.split(' ');
  let place = program;
  for (const word of words.slice(0, -1)) {
    const known = place.commands.find((one) => one.name() === word);
    place = known ?? place.command(word).description(`${word}: see its commands`);
  }
  return place.command(words.at(-1) ?? '');
}

/** The name of the key's account: a key that may not read it is one all the same. */
async function accountName(client: Mailwright): Promise<string> {
  try {
    return (await client.account.get()).name;
  } catch (error) {
    if (isMailwrightError(error, 'insufficient_scope')) return 'an account that the key may not read';
    throw error;
  }
}

/** Stores a key that the service knows. */
async function signIn(io: Io, { baseUrl = io.env.MAILWRIGHT_BASE_URL }: Shared): Promise<undefined> {
  if (!baseUrl) throw new UsageError('--base-url is required');
  const given = await (io.ask ? io.ask('API key: ', { hidden: true }) : io.stdin());
  const apiKey = given.trim();
  if (!/^svc_\w+$/.test(apiKey)) throw new UsageError('this is no API key: svc_… is expected');
  const name = await accountName(newClient(io, apiKey, baseUrl));
  printLine(io, `Signed in to ${name}; the key is in ${storeSettings(io, { apiKey, baseUrl })}`);
}

/** Keeps the exit status of a command's work. */
type End = (work: Promise<number | undefined>) => Promise<void>;

function login(program: Command, io: Io, end: End): void {
  program
    .command('login')
    .description(
      'Store a key and the address of its deployment; the key is asked for, or read from standard input',
    )
    .addHelpText(
      'after',
      '\nExample:\n  printf %s "$KEY" | mailwright login --base-url https://mail.example.com/api',
    )
    .action(() => end(orInterrupted(io, signIn(io, program.opts<Shared>()))));
  program
    .command('logout')
    .description('Remove the stored key')
    .addHelpText('after', '\nExample:\n  mailwright logout')
    .action(() => forgetSettings(io));
}

/** The program without its commands. */
function programOf(io: Io, version: string): Command {
  const program = new Command('mailwright')
    .description('Mailwright on the command line')
    .version(version)
    .option('--api-key <key>', 'else MAILWRIGHT_API_KEY, mailwright login, or the local stack of this folder')
    .option('--base-url <url>', 'else MAILWRIGHT_BASE_URL, and as above')
    .option('--json', 'JSON in place of tables; lists one object a line')
    .exitOverride();
  return program.configureOutput({
    writeOut: io.out,
    writeErr: io.err,
    outputError: (line, write) => {
      // A key that was given to an option by a wrong name is in no output (D68).
      const shown = line.replace(/(unknown option '[^'=]*)=.*'/s, "$1=…'");
      const message = shown.replace(/^error: /, '').trimEnd();
      write(isJson(program) ? jsonLine({ error: { message } }) : shown);
    },
  });
}

const isJson = (program: Command): boolean => program.opts<Shared>().json ?? false;

/** Runs a command line; returns the exit status. */
export async function run(argv: readonly string[], io: Io, version = '0.1.0'): Promise<number> {
  let status = exits.done;
  const program = programOf(io, version);
  const end: End = async (work) => {
    status = (await work) ?? exits.done;
  };
  login(program, io, end);
  for (const {
    name,
    about,
    args = [],
    options = [],
    notes = [],
    example,
    run: work,
    endsItself,
  } of commands) {
    const command = placeOf(program, name)
      .description(about)
      .addHelpText(
        'after',
        ['', ...notes, ...(notes.length > 0 ? [''] : []), 'Example:', `  ${example}`].join('\n'),
      );
    for (const one of args) command.argument(one);
    for (const [flags, meaning] of options) command.option(flags, meaning);
    command.action(async (...given: unknown[]) => {
      const { json = false, ...shared } = program.opts<Shared>();
      const words = given.slice(0, args.length).map((word) => String(word ?? ''));
      const empty = args.find((_, at) => given[at] === '');
      if (empty !== undefined) throw new UsageError(`${empty} is empty`);
      const values = command.opts<Values>();
      const begun = work({ io, ...clientOf(io, shared), args: words, argv, values, json });
      await end(endsItself ? begun : orInterrupted(io, begun));
    });
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done : exits.usage;
    return failed(io, error, isJson(program));
  }
}
