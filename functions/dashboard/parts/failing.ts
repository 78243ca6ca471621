import { publicError } from '../../../shared/core/public-error.ts';
import type { Base } from '../../../shared/domain/context.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';

/**
 * A part of a page. Where the service fails to read it, it says so, and the rest of the page is shown (D30); a refusal
 * is thrown, as it holds for the whole page.
 */
export async function part(
  ctx: Base,
  { request_id, path, search }: SessionInput,
  name: string,
  make: () => Promise<Html>,
): Promise<Html> {
  try {
    return await make();
  } catch (thrown) {
    const { status, code, cause } = publicError(thrown);
    if (status < 500) throw thrown;
    const kind = cause instanceof Error ? cause.name : typeof cause;
    ctx.log.error('page_part_failed', { request_id, part: name, code, cause: kind });
    const again = search.size > 0 ? `${path}?${search}` : path;
    return markup`<div class="fault"><p>${name} could not be read. <a href="${again}">Try again</a></p><p class="small">Code <code>${code}</code>, request <code>${request_id}</code></p></div>`;
  }
}
