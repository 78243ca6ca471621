import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { PostResult, WebhookClient } from '../core/network.ts';
import { hostOf, pinned } from './connection.ts';

const max_header_bytes = 16 * 1024;
/** Max informational responses before the real one. An honest server sends one or two. */
const maxInformational = 16;
const max_body_bytes = 4_096;
const body_ms = 2_000;
/** How long to try one of several addresses before the next. */
const per_address_ms = 2_000;

type Failure = Extract<PostResult, { error: string }>['error'];

/** The first 4 KB of a response as text, or what arrives within 2 s. Then the connection is cut. */
function readBody(response: IncomingMessage): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const endBody = () => {
      clearTimeout(timer);
      response.removeAllListeners('data');
      response.destroy();
      done(new TextDecoder().decode(Buffer.concat(chunks).subarray(0, max_body_bytes)));
    };
    const timer = setTimeout(endBody, body_ms);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= max_body_bytes) endBody();
    });
    response.once('end', endBody).once('close', endBody).once('error', endBody);
  });
}

const one = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;

/** Follows a connection's phases, so that a failure can say which one broke. */
function phaseOf(request: ClientRequest, secure: boolean): () => Failure {
  let phase: Failure = 'connect';
  request.once('socket', (socket) => {
    socket.once('connect', () => {
      phase = secure ? 'tls' : 'reset';
    });
    socket.once('secureConnect', () => {
      phase = 'reset';
    });
  });
  return () => phase;
}

const failureOf = (error: NodeJS.ErrnoException, phase: Failure): Failure =>
  error.code?.startsWith('HPE_') ? 'bad_response' : phase;

/** Resolves with whatever comes first: the response header, a failure, or the timeout. */
function headerOf(
  request: ClientRequest,
  secure: boolean,
  timeout_ms: number,
): Promise<IncomingMessage | Failure> {
  return new Promise((done) => {
    const phase = phaseOf(request, secure);
    let informational = 0;
    const settle = (outcome: IncomingMessage | Failure) => {
      clearTimeout(timer);
      if (typeof outcome === 'string') request.destroy();
      done(outcome);
    };
    const timer = setTimeout(() => settle('timeout'), timeout_ms);
    request.once('response', settle);
    request.once('upgrade', () => settle('bad_response'));
    request.on('information', () => {
      if (++informational > maxInformational) settle('bad_response');
    });
    // This handler stays after the promise settles. Otherwise, a connection that is cut later would throw.
    request.on('error', (error) => settle(failureOf(error, phase())));
    request.once('close', () => settle(phase()));
  });
}

/**
 * Requests to servers that customers name. One connection per attempt, to a checked address, never kept
 * because it would outlive the check. No redirects, no decompression. Header, body, and time are bounded.
 */
export function webhookClient(): WebhookClient {
  return {
    post: async ({ url, method = 'POST', addresses, headers, body, timeout_ms }) => {
      const secure = url.protocol === 'https:';
      const host = hostOf(url).replace(/\.$/, '');
      const bytes = Buffer.from(body);
      const options = {
        method,
        headers: { ...headers, 'content-length': bytes.length },
        agent: false,
        lookup: pinned(addresses),
        maxHeaderSize: max_header_bytes,
        autoSelectFamilyAttemptTimeout: per_address_ms,
        insecureHTTPParser: false,
        // SNI only takes host names without a final dot (RFC 6066).
        ...(secure && isIP(host) === 0 && { servername: host }),
      };
      const request = secure ? httpsRequest(url, options) : httpRequest(url, options);
      const answer = headerOf(request, secure, timeout_ms);
      request.end(bytes);
      const response = await answer;
      if (typeof response === 'string') return { error: response };
      const retry_after = one(response.headers['retry-after']);
      const text = await readBody(response);
      request.destroy();
      return { status_code: response.statusCode ?? 0, retry_after, body: text };
    },
  };
}
