import type { MailwrightOptions } from '@mailwright/sdk';

/** The outside of a command: given by the program, and by tests. */
export type Io = {
  env: Record<string, string | undefined>;
  /** The folder of `.local/stack.json` and of files that options name. */
  cwd: string;
  out: (text: string) => void;
  err: (text: string) => void;
  /** The terminal width. Absent if output isn't a terminal; then nothing is shortened. */
  columns?: number | undefined;
  /** All of standard input. */
  stdin: () => Promise<string>;
  /** Asks on the terminal, `hidden`: without showing what is typed; absent without a terminal. */
  ask?: ((question: string, options: { hidden: boolean }) => Promise<string>) | undefined;
  now: () => number;
  /** Ends early when `signal` is aborted. */
  sleep: (ms: number) => Promise<void>;
  /** Aborted by an interruption: SIGINT or SIGTERM. */
  signal?: AbortSignal;
  /** The fetch of the requests; the global one when absent. */
  fetch?: MailwrightOptions['fetch'];
};

/** A command line that cannot be understood: exit status 2. */
export class UsageError extends Error {}
