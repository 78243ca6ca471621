import type { Mailwright } from '@mailwright/sdk';
import type { Io } from './io.ts';

export type Values = Record<string, unknown>;

export type Input = {
  io: Io;
  client: Mailwright;
  /** The API's base URL, without a trailing slash. */
  baseUrl: string;
  args: string[];
  /** The full command line, without the program name. */
  argv: readonly string[];
  values: Values;
  json: boolean;
};

/** A command: name, arguments, options, and a runnable example. */
export type CommandSpec = {
  /** `emails show`. */
  name: string;
  about: string;
  /** `<id>`, `[status]`. */
  args?: readonly string[];
  /** `--[no-]name` also defines the opposite, false. */
  options?: readonly (readonly [flags: string, about: string])[];
  /** Options that help omits. */
  hidden?: readonly string[];
  /** Help lines before the example. */
  notes?: readonly string[];
  example: string;
  /** Watches `io.signal` itself, so it can finish its work first. */
  endsItself?: boolean;
  /** The exit status. Defaults to 0. */
  run: (input: Input) => Promise<number | undefined>;
};

export const text = (values: Values, name: string): string | undefined =>
  typeof values[name] === 'string' ? values[name] : undefined;

export const texts = (values: Values, name: string): string[] =>
  Array.isArray(values[name]) ? (values[name] as string[]) : [];
