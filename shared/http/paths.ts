/** `value` without its percent-encoding, or as it is when that is malformed. */
export function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A path in the one form that the router matches: every decoded segment encoded by the same function. */
export function pathOf(segments: string[]): string {
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

/** The path of a URL, each segment decoded once: `%2F`, `%3F` and `%5C` stay inside their segment. */
export const pathOfUrl = (url: string): string => pathOf(new URL(url).pathname.split('/').map(decode));
