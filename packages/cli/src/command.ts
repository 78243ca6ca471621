import type { Mailwright } from '@mailwright/sdk';
import type { Io } from './io.ts';

export type Values = Record<string, unknown>;

export type Input = {
  io: Io;
  client: Mailwright;
  /** The base URL of the deployment's API, without a slash at its end. */
  baseUrl: string;
  args: string[];
  /** The whole command line, without the program. */
  argv: readonly string[];
  values: Values;
  json: boolean;
};

/** A command: its name, its arguments and options, and an example that runs as it is. */
export type CommandSpec = {
  /** `emails show`. */
  name: string;
  about: string;
  /** `<id>`, `[status]`. */
  args?: readonly string[];
  /** `--[no-]name`: also its opposite, false. */
  options?: readonly (readonly [flags: string, about: string])[];
  /** Flags of options that its help leaves out. */
  hidden?: readonly string[];
  /** Lines of its help before the example. */
  notes?: readonly string[];
  example: string;
  /** It looks at `io.signal` itself, to end what it has begun. */
  endsItself?: boolean;
  /** The exit status; 0 when it gives none. */
  run: (input: Input) => Promise<number | undefined>;
};

export const text = (values: Values, name: string): string | undefined =>
  typeof values[name] === 'string' ? values[name] : undefined;

export const texts = (values: Values, name: string): string[] =>
  Array.isArray(values[name]) ? (values[name] as string[]) : [];
