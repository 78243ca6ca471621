/** A deadline is for what never comes: on a busy machine all takes longer. */
const longer = 6;

/** Waits for a state: calls `look` until it answers something, or fails at the deadline. */
export async function until<T>(
  look: () => Promise<T | null | undefined | false>,
  options: { within_ms?: number; what?: string } = {},
): Promise<T> {
  const deadline = Date.now() + longer * (options.within_ms ?? 20_000);
  for (let pause = 10; ; pause = Math.min(250, pause * 1.5)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not within the deadline: ${options.what ?? 'state'}`);
    await new Promise((done) => setTimeout(done, pause));
  }
}
