import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ProviderRequest, ProviderRequests, ProviderResponse, ProviderStream } from '../core/network.ts';

/** Bytes of a page, and milliseconds in which something must arrive (M19). */
const max_bytes = 16 * 1024 * 1024;
const max_dump_bytes = 256 * 1024 * 1024;
const silent_ms = 10_000;

const headers = { accept: 'application/json', 'user-agent': 'Service-Import/1' };

const headersOf = (response: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

/** The whole body; null when it is over the limit. Rejects when the connection breaks before its end. */
async function bodyOf(response: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max_bytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function get(url: URL, own: Record<string, string>, timeout_ms: number): Promise<ProviderResponse> {
  return new Promise((done) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // No agent: a connection that is kept would outlive the request, and so would what was sent on it.
    const request = send(url, { headers: { ...headers, ...own }, agent: false, timeout: silent_ms });
    const finish = (response: ProviderResponse) => {
      clearTimeout(timer);
      request.destroy();
      done(response);
    };
    const fail = () => finish({ error: 'unavailable' });
    const timer = setTimeout(fail, timeout_ms);
    request.once('timeout', fail).once('close', fail);
    request.on('error', fail);
    request.once('response', (response) => {
      request.off('close', fail);
      const { statusCode: status = 0 } = response;
      bodyOf(response).then(
        (body) =>
          finish(body === null ? { error: 'too_large' } : { status, headers: headersOf(response), body }),
        fail,
      );
    });
    request.end();
  });
}

/** The chunks of a body up to a size; a connection that breaks before its end is an error. */
async function* bounded(response: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max_dump_bytes) throw new Error('too large');
    yield chunk;
  }
}

function stream(
  url: URL,
  own: Record<string, string>,
  timeout_ms: number,
): Promise<ProviderStream | { error: 'unavailable' }> {
  return new Promise((done) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, { headers: { ...headers, ...own }, agent: false, timeout: silent_ms });
    const close = () => {
      clearTimeout(timer);
      request.destroy();
    };
    const fail = () => {
      close();
      done({ error: 'unavailable' });
    };
    const timer = setTimeout(() => request.destroy(new Error('time is over')), timeout_ms);
    request.once('timeout', () => request.destroy(new Error('silent'))).on('error', fail);
    request.once('response', (response) => {
      const { statusCode: status = 0 } = response;
      done({ status, headers: headersOf(response), chunks: bounded(response), close });
    });
    request.end();
  });
}

/** GET requests to providers; `bases` by `<provider>_<region>`, or by the provider alone where it has no regions (M7). */
export function providerRequests(bases: Record<string, string>): ProviderRequests {
  const urlOf = ({ provider, region, path }: ProviderRequest): URL => {
    const base = bases[region === null ? provider : `${provider}_${region}`];
    if (base === undefined) throw new Error(`no address for ${provider}`);
    return new URL(`${base.replace(/\/$/, '')}${path}`);
  };
  return {
    get: async (request) => get(urlOf(request), request.headers, Math.min(request.timeout_ms, 60_000)),
    stream: async (request) => stream(urlOf(request), request.headers, Math.min(request.timeout_ms, 60_000)),
  };
}
