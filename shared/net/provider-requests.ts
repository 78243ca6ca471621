import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ProviderRequest, ProviderRequests, ProviderResponse, ProviderStream } from '../core/network.ts';
import { boundedChunks } from './connection.ts';

/** Max bytes of a page and of a dump, and milliseconds until the header, and each next byte, must arrive. */
const max_bytes = 16 * 1024 * 1024;
const max_dump_bytes = 256 * 1024 * 1024;
const silent_ms = 10_000;

const headers = { accept: 'application/json', 'user-agent': 'Service-Import/1' };

const headersOf = (response: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

class TooLarge extends Error {}

function stream(
  url: URL,
  own: Record<string, string>,
  { timeout_ms, max }: { timeout_ms: number; max: number },
): Promise<ProviderStream | { error: 'unavailable' }> {
  return new Promise((done) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // Uses no agent, because a kept connection would outlive the request, and so would its data.
    const request = send(url, { headers: { ...headers, ...own }, agent: false, timeout: silent_ms });
    const close = () => {
      clearTimeout(ofHeader);
      clearTimeout(ofAll);
      request.destroy();
    };
    const fail = () => {
      close();
      done({ error: 'unavailable' });
    };
    const ofHeader = setTimeout(() => request.destroy(new Error('no header')), silent_ms);
    const ofAll = setTimeout(() => request.destroy(new Error('time is over')), timeout_ms);
    request.once('timeout', () => request.destroy(new Error('silent')));
    request.on('error', fail).once('close', fail);
    request.once('response', (response) => {
      clearTimeout(ofHeader);
      const { statusCode: status = 0 } = response;
      done({
        status,
        headers: headersOf(response),
        chunks: boundedChunks(response, max, () => new TooLarge()),
        close,
      });
    });
    request.end();
  });
}

async function get(url: URL, own: Record<string, string>, timeout_ms: number): Promise<ProviderResponse> {
  const opened = await stream(url, own, { timeout_ms, max: max_bytes });
  if ('error' in opened) return opened;
  const { status, headers: given, chunks, close } = opened;
  try {
    const read: Buffer[] = [];
    for await (const chunk of chunks) read.push(chunk);
    return { status, headers: given, body: Buffer.concat(read) };
  } catch (error) {
    return { error: error instanceof TooLarge ? 'too_large' : 'unavailable' };
  } finally {
    close();
  }
}

/** GET requests to providers. `bases` by `<provider>_<region>`, or by provider if it has no regions. */
export function providerRequests(bases: Record<string, string>): ProviderRequests {
  const urlOf = ({ provider, region, path }: ProviderRequest): URL => {
    const base = bases[region === null ? provider : `${provider}_${region}`];
    if (base === undefined) throw new Error(`no address for ${provider}`);
    return new URL(`${base.replace(/\/$/, '')}${path}`);
  };
  return {
    get: async (request) => get(urlOf(request), request.headers, request.timeout_ms),
    stream: async (request) => {
      const { headers: own, timeout_ms } = request;
      return stream(urlOf(request), own, { timeout_ms, max: max_dump_bytes });
    },
  };
}
