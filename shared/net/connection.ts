import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Address } from '../core/network.ts';

/** A URL's host. An IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Answers Node's lookup with the checked addresses, whatever name it asks for. */
export const pinned =
  (addresses: Address[]): LookupFunction =>
  (_hostname, options, answer) => {
    const [first] = addresses;
    if (options.all) answer(null, addresses);
    else if (first) answer(null, first.address, first.family);
  };

/** The chunks of a body. Throws `over()` past `max` bytes, and another error if the connection breaks. */
export async function* boundedChunks(
  response: IncomingMessage,
  max: number,
  over: () => Error,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max) throw over();
    yield chunk;
  }
}
