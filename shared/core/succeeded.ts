/** Whether `work` succeeded: a failure is passed on by its name only, as something else does the work again later. */
export async function succeeded(
  work: () => Promise<unknown>,
  failed: (cause: string) => void,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    failed((error as Error).name);
    return false;
  }
}
