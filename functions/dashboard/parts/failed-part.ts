import { publicError } from '../../../shared/core/errors.ts';
import type { Base } from '../../../shared/domain/context.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';

/** Logs that one part of a page failed while the rest loads. Returns the part's error code. */
export function logFailedPart(ctx: Base, request_id: string, part: string, thrown: unknown): string {
  const { code, cause } = publicError(thrown);
  const kind = cause instanceof Error ? cause.name : typeof cause;
  ctx.log.error('page_part_failed', { request_id, part, code, cause: kind });
  return code;
}

/** Reads a part that the page can do without. If the read fails, logs it and returns `or` instead. */
export async function readOr<T>(
  ctx: Base,
  { request_id }: SessionInput,
  { part, or }: { part: string; or: T },
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    logFailedPart(ctx, request_id, part, thrown);
    return or;
  }
}
