import { isMailwrightError } from '@mailwright/sdk';
import { type Command, CommanderError } from 'commander';
import { clientOf, type Shared } from './client.ts';
import type { CommandSpec, Values } from './command.ts';
import { commands } from './commands/all.ts';
import { loginAbout, signIn } from './commands/login.ts';
import { type Io, UsageError } from './io.ts';
import { jsonLine, visible } from './output.ts';
import { addCommand, isJson, newProgram } from './program.ts';
import { forgetSettings } from './settings.ts';
import { wrap } from './table.ts';

/** Exit statuses: done, failed, invalid command line, no connection, interrupted. */
const exits = { done: 0, failed: 1, usage: 2, noConnection: 3, interrupted: 130 };

/** A line of standard error, wrapped to the terminal's width. */
function say(io: Io, line: string): void {
  const shown = visible(line);
  io.err(`${io.columns ? wrap(shown, io.columns).join('\n') : shown}\n`);
}

function failed(io: Io, error: unknown, json: boolean): number {
  if (!isMailwrightError(error)) {
    const { message } = error as Error;
    if (json) io.err(jsonLine({ error: { message } }));
    else say(io, `error: ${message}`);
    return error instanceof UsageError ? exits.usage : exits.failed;
  }
  const { message, code, requestId, hint, docs_url, details, status } = error;
  if (json) io.err(jsonLine({ error: { message, code, request_id: requestId, hint, docs_url, details } }));
  else {
    const about = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ');
    say(io, `error: ${message}${about ? ` (${about})` : ''}`);
    for (const line of [hint, docs_url]) if (line) say(io, line);
  }
  return status === 0 ? exits.noConnection : exits.failed;
}

/** The work's exit status. If it is interrupted, returns that status immediately and abandons the work. */
function orInterrupted(io: Io, work: Promise<number | undefined>): Promise<number | undefined> {
  const { signal } = io;
  if (signal === undefined) return work;
  const interrupted = new Promise<number>((resolve) => {
    if (signal.aborted) resolve(exits.interrupted);
    signal.addEventListener('abort', () => resolve(exits.interrupted), { once: true });
  });
  return Promise.race([work, interrupted]);
}

/** Records the exit status of a command's work. */
type End = (work: Promise<number | undefined>) => Promise<void>;

function addLogin(program: Command, io: Io, end: End): void {
  const example = 'printf %s "$KEY" | mailwright login --base-url https://mail.example.com/api';
  program
    .command('login')
    .description(loginAbout)
    .addHelpText('after', `\nExample:\n  ${example}`)
    .action(() => end(orInterrupted(io, signIn(io, program.opts<Shared>()))));
  program
    .command('logout')
    .description('Delete the stored key')
    .addHelpText('after', '\nExample:\n  mailwright logout')
    .action(() => forgetSettings(io));
}

/** Runs a command with its arguments and options. */
const actionOf =
  (program: Command, { io, argv, end }: { io: Io; argv: readonly string[]; end: End }, spec: CommandSpec) =>
  async (...given: unknown[]): Promise<void> => {
    const { args = [], run: work, endsItself } = spec;
    const { json = false, ...shared } = program.opts<Shared>();
    const words = given.slice(0, args.length).map((word) => String(word ?? ''));
    const empty = args.find((_, at) => given[at] === '');
    if (empty !== undefined) throw new UsageError(`${empty} must not be empty`);
    const values = given[args.length] as Values;
    const begun = work({ io, ...clientOf(io, shared), args: words, argv, values, json });
    await end(endsItself ? begun : orInterrupted(io, begun));
  };

/**
 * The commands that a command line might mean. Only these are added, because adding all takes longer than
 * starting.
 */
function wantedBy(argv: readonly string[]): readonly CommandSpec[] {
  const named = commands.filter(({ name }) => argv.includes(name.split(' ')[0] ?? ''));
  if (named.length > 0 || argv.includes('--version') || argv.includes('-V')) return named;
  return commands;
}

/** Runs a command line. Returns the exit status. */
export async function run(argv: readonly string[], io: Io, version = '0.2.0'): Promise<number> {
  let status = exits.done;
  const program = newProgram(io);
  const end: End = async (work) => {
    status = (await work) ?? exits.done;
  };
  addLogin(program, io, end);
  const wanted = wantedBy(argv);
  for (const spec of wanted) addCommand(program, spec).action(actionOf(program, { io, argv, end }, spec));
  // Not for `templates get --version`, which is a different option.
  if (wanted.length === 0 || wanted === commands)
    program.version(version, '-V, --version', 'Show the version.');
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done : exits.usage;
    return failed(io, error, isJson(program));
  }
}
