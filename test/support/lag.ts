/** Where the table is in this process, its indexes and late reads show everything when they are asked to (P37). */
const catchUpInMemory = (globalThis as { indexesCatchUp?: () => void }).indexesCatchUp ?? (() => {});

/** What is read from an index: the schedules of a domain that is deleted, lists, and an entry of the suppression list by its id. */
const indexed =
  /^\/(emails|suppressions|suppressions\/(export|sup_\w+)|opt-outs|received-emails|automations\/\w+\/runs)(\?|$)/;

/** An index may be a second behind what was written: its reader waits. Nothing else is late, so nothing else waits. */
export async function untilIndexed(method: string, path: string): Promise<void> {
  const counts = method === 'DELETE' && path.startsWith('/domains/');
  if (counts || (method === 'GET' && indexed.test(path))) await indexesCaughtUp();
}

/** Before a worker asks an index that has a later pass where it was too early. */
export async function indexesCaughtUp(): Promise<void> {
  catchUpInMemory();
}
