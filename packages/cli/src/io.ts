import type { MailwrightOptions } from '@mailwright/sdk';

/** A command's outside world, provided by the program and by tests. */
export type Io = {
  env: Record<string, string | undefined>;
  /** The folder for `.local/stack.json` and for files named in options. */
  cwd: string;
  out: (text: string) => void;
  err: (text: string) => void;
  /** The terminal width. Absent if output isn't a terminal, so nothing is shortened. */
  columns?: number | undefined;
  /** All of standard input. */
  stdin: () => Promise<string>;
  /** Prompts on the terminal. `hidden` turns off echo. Absent without a terminal. */
  ask?: ((question: string, options: { hidden: boolean }) => Promise<string>) | undefined;
  now: () => number;
  /** Ends early if `signal` is aborted. */
  sleep: (ms: number) => Promise<void>;
  /** Aborted by SIGINT or SIGTERM. */
  signal?: AbortSignal;
  /** The fetch function for requests. Defaults to the global fetch. */
  fetch?: MailwrightOptions['fetch'];
};

/** An invalid command line: exit status 2. */
export class UsageError extends Error {}
