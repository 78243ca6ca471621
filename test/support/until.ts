/** A deadline is for what never happens. On a busy machine, everything takes longer. */
const longer = 6;

/** Calls `look` until it returns a value, or fails at the deadline. */
export async function until<T>(
  look: () => Promise<T | null | undefined | false>,
  options: { within_ms?: number; what?: string } = {},
): Promise<T> {
  const deadline = Date.now() + longer * (options.within_ms ?? 20_000);
  for (let pause = 10; ; pause = Math.min(250, pause * 1.5)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`deadline passed: ${options.what ?? 'state'}`);
    await new Promise((done) => setTimeout(done, pause));
  }
}
