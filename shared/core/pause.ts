/** Waits before a write that met another one is tried again. */
export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
