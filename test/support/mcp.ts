import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Allowed } from '../../packages/mcp/src/options.ts';
import { createServer } from '../../packages/mcp/src/server.ts';
import type { testContext } from './api.ts';
import { readDocs } from './docs-site.ts';
import { sdkClient } from './sdk.ts';

export const reading: Allowed = { send: null, write: false };

export type Found = Record<string, unknown>;

/** The official client of an MCP server with these flags, for an account's key. */
export async function connectMcp(ctx: ReturnType<typeof testContext>, api_key: string, allowed = reading) {
  const docs = readDocs(ctx);
  const page = async (path: string) => JSON.parse((await docs(path)).text);
  const server = await createServer({ client: sdkClient(ctx, api_key), allowed, page });
  const client = new Client({ name: 'test', version: '1' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name).sort();
  const use = async (name: string, args: Found = {}) => {
    const answer = await client.callTool({ name, arguments: args });
    const [{ text = '' } = {}] = answer.content as { text?: string }[];
    return {
      failed: answer.isError === true,
      text,
      found: (answer.structuredContent ?? {}) as Record<string, Found[] & Found>,
    };
  };
  return { client, names, use };
}
