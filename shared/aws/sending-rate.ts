/** How long a rate is believed: SES raises it seldom, and a pause of SES shows in its answers. */
const cache_ms = 60_000;

/**
 * SES's rate for this deployment, in recipients a second; null where SES names no limit. Asked once a minute by
 * each function; throws what `read` throws, and asks again at the next call.
 */
export function cachedRate(
  now: () => number,
  read: () => Promise<number | undefined>,
): () => Promise<number | null> {
  let asked: { rate: Promise<number | null>; until: number } | null = null;
  return () => {
    if (asked !== null && asked.until > now()) return asked.rate;
    const rate = read().then((found) => (found !== undefined && found > 0 ? found : null));
    asked = { rate, until: now() + cache_ms };
    rate.catch(() => {
      asked = null;
    });
    return rate;
  };
}
