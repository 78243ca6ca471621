import { isMailwrightError } from '@mailwright/sdk';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { createFence, instructions } from './fence.ts';
import { readRights } from './rights.ts';
import { Refused, type Surroundings, type Tool } from './tool.ts';
import * as emails from './tools/emails.ts';
import * as objects from './tools/objects.ts';
import * as writing from './tools/writing.ts';

export const version = '0.2.0';

/** Max bytes per response. */
const maxBytes = 32_768;

const all: Tool[] = [emails, objects, writing].flatMap((module) => Object.values(module) as Tool[]);

/** Drops items from the longest list until the response fits. `truncated` says so. */
function bounded(answer: Record<string, unknown>): Record<string, unknown> {
  const shortened = structuredClone(answer);
  while (Buffer.byteLength(JSON.stringify(shortened)) > maxBytes) {
    const lists = Object.values(shortened).filter((value): value is unknown[] => Array.isArray(value));
    const longest = lists.sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
    if (longest === undefined || longest.length === 0) throw new Refused('The response is over 32 KB.');
    longest.pop();
    shortened.truncated = true;
  }
  return shortened;
}

/** A tool's response within its size limit. The cursor of a cut page continues after the last shown item. */
async function answerOf(
  tool: Tool,
  around: Surroundings,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = bounded(await tool.run({ ...around, fence: createFence() }, args));
  const { length: limit } = Object.values(answer).find(Array.isArray) ?? [];
  if (!answer.truncated || !('next_cursor' in answer) || !limit) return answer;
  return { ...(await answerOf(tool, around, { ...args, limit })), truncated: true };
}

/** An error, without text from strangers. */
function failed(error: unknown): CallToolResult {
  const fence = createFence();
  const text = () => {
    if (error instanceof Refused) return error.message;
    if (!isMailwrightError(error)) return 'The tool failed.';
    const request = error.requestId ? `, request ${error.requestId}` : '';
    return `${error.code ?? 'no response'} (${error.status}${request}): ${fence.words(error.message)}`;
  };
  return { isError: true, content: [{ type: 'text', text: text() }] };
}

async function call(
  tool: Tool,
  around: Surroundings,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    const answer = await answerOf(tool, around, args);
    return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] };
  } catch (error) {
    return failed(error);
  }
}

const truncated = z.literal(true).describe('The response was truncated. There are more results.');

/** A tool's argument schema. An unknown argument is rejected with the names of the known ones. */
function inputOf({ name, input }: Tool): z.ZodObject {
  const taken = Object.keys(input.shape).join(', ') || 'no arguments';
  return z.strictObject(input.shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const keys = issue.keys.map((key) => JSON.stringify(key)).join(', ');
      return `Unrecognized key: ${keys}. ${name} accepts ${taken}`;
    },
  });
}

const isStarted = ({ flag }: Tool, { send, write }: Surroundings['allowed']): boolean =>
  flag === undefined || (flag === 'send' ? send !== null : write);

/** The server with the tools that its flags list and the key allows. */
export async function createServer(around: Surroundings): Promise<McpServer> {
  const started = all.filter((tool) => isStarted(tool, around.allowed));
  const rights = await readRights(around.client, [...new Set(started.flatMap(({ needs }) => needs))]);
  const server = new McpServer({ name: 'mailwright', version }, { instructions });
  for (const tool of started.filter(({ needs }) => needs.every((right) => rights.has(right)))) {
    const { name, title, description, flag, hints } = tool;
    const annotations = {
      readOnlyHint: flag === undefined,
      destructiveHint: flag !== undefined,
      idempotentHint: true,
      openWorldHint: flag === 'send',
      ...hints,
    };
    const outputSchema = tool.output.extend({ truncated: truncated.optional() });
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: inputOf(tool), outputSchema },
      (args: Record<string, unknown>) => call(tool, around, args),
    );
  }
  return server;
}
