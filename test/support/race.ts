/**
 * Fails if a timer that starts together with `work` fires before `work` ends. Both wait in one process, so a busy
 * machine delays them equally.
 */
export async function endsBefore<T>(limit_ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`a timer of ${limit_ms} ms fired first`)), limit_ms);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}
