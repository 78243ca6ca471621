import { isMailwrightError, Mailwright } from '@mailwright/sdk';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readOptions, UsageError, usage } from './options.ts';
import { createServer, version } from './server.ts';

/** Messages go to standard error, because standard output is only for the protocol. */
const say = (text: string) => process.stderr.write(text);

async function start(argv: string[]): Promise<number | undefined> {
  const asked = readOptions(argv);
  if ('help' in asked) return process.stdout.write(usage) ? 0 : 1;
  if ('version' in asked) return process.stdout.write(`${version}\n`) ? 0 : 1;
  const { MAILWRIGHT_API_KEY: apiKey, MAILWRIGHT_BASE_URL: baseUrl } = process.env;
  if (!apiKey || !baseUrl) throw new UsageError('Set MAILWRIGHT_API_KEY and MAILWRIGHT_BASE_URL');
  const client = new Mailwright({ apiKey, baseUrl, userAgent: 'mailwright-mcp' });
  const page = async (path: string) =>
    (await fetch(new URL(path, baseUrl), { signal: AbortSignal.timeout(30_000) })).json();
  const server = await createServer({ client, allowed: asked.allowed, page });
  await server.connect(new StdioServerTransport());
}

try {
  const status = await start(process.argv.slice(2));
  if (status !== undefined) process.exitCode = status;
} catch (error) {
  const { message } = error as Error;
  say(`error: ${message}\n${error instanceof UsageError ? `\n${usage}` : ''}`);
  process.exitCode = error instanceof UsageError ? 2 : isMailwrightError(error) && error.status === 0 ? 3 : 1;
}
