import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readStack } from './environment.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

type Wire = { headers?: OutgoingHttpHeaders; body?: string | Uint8Array };

/**
 * Sends a request to the deployed stack, byte for byte. `fetch` would resolve `..` in the path, join repeated
 * headers, and reject a GET body.
 */
export async function requestDeployed(
  method: string,
  path: string,
  { headers, body }: Wire,
): Promise<Response> {
  const { base_url } = readStack();
  const { hostname, port, pathname } = new URL(base_url);
  // Node sends a GET body only with an explicit length.
  const framed = { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) };
  const options = { agent, method, hostname, port, path: `${pathname}${path}`, headers: framed };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options, async (incoming) => {
      const pairs = Object.entries(incoming.headersDistinct);
      const answered = pairs.map(([name, values]): [string, string] => [name, values?.join(', ') ?? '']);
      const bytes = await buffer(incoming);
      resolve(
        new Response(bytes.length > 0 ? bytes : null, {
          status: incoming.statusCode ?? 0,
          headers: answered,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
