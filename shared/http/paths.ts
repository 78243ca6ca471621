/** `value` percent-decoded, or unchanged if it is malformed. */
export function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A path in the form the router matches: every decoded segment encoded by the same function. */
export function pathOf(segments: string[]): string {
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

/** A URL's path, each segment decoded once: `%2F`, `%3F`, and `%5C` stay inside their segment. */
export const pathOfUrl = (url: string): string => pathOf(new URL(url).pathname.split('/').map(decode));
