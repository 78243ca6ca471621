/** Whether `work` succeeded. A failure passes on only its name, because something else retries the work later. */
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
