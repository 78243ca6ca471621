import type { Mailwright } from '@mailwright/sdk';
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Fence } from './fence.ts';
import type { Allowed } from './options.ts';

/** A right of a key, as the service reports it. */
export type Right =
  | 'emails'
  | 'suppressions'
  | 'domains'
  | 'webhooks'
  | 'account'
  | 'send'
  | 'suppress'
  | 'full';

export type Surroundings = {
  client: Mailwright;
  allowed: Allowed;
  /** Fetches JSON from the deployment's origin with GET. */
  page: (path: string) => Promise<unknown>;
};

/**
 * A tool. `needs` lists the key's required permissions. `flag` is the server option that enables the tool.
 */
export type Tool = {
  name: string;
  title: string;
  description: string;
  needs: Right[];
  flag?: 'send' | 'write';
  /** Hints that differ from those of other tools with the same flag. */
  hints?: ToolAnnotations;
  input: z.ZodObject;
  output: z.ZodObject;
  run: (
    around: Surroundings & { fence: Fence },
    // biome-ignore lint/suspicious/noExplicitAny: checked by `input` before
    args: any,
  ) => Promise<Record<string, unknown>>;
};

/** Types the arguments by the schema. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: Input;
    output: Output;
    run: (
      around: Surroundings & { fence: Fence },
      args: z.output<Input>,
    ) => Promise<z.input<Output> & { truncated?: true }>;
  },
): Tool => one as unknown as Tool;

/** An error for a call that this server itself rejects. */
export class Refused extends Error {}
