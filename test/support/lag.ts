/** Where the table is in this process, makes its indexes and late reads show everything on request (P37). */
const catchUpInMemory = (globalThis as { indexesCatchUp?: () => void }).indexesCatchUp ?? (() => {});

/** Reads from an index: a deleted domain's schedules, lists, and a suppression entry by id. */
const indexed =
  /^\/(emails|suppressions|suppressions\/(export|sup_\w+)|opt-outs|received-emails|automations\/\w+\/runs)(\?|$)/;

/** An index may be a second behind, so its reader waits. Nothing else is late, so nothing else waits. */
export async function untilIndexed(method: string, path: string): Promise<void> {
  const counts = method === 'DELETE' && path.startsWith('/domains/');
  if (counts || (method === 'GET' && indexed.test(path))) await indexesCaughtUp();
}

/** Called before a worker reads an index, for work that a later pass would repeat. */
export async function indexesCaughtUp(): Promise<void> {
  catchUpInMemory();
}
