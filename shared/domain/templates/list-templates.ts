import { invalid } from '../../core/errors.ts';
import type { Category, Template } from '../../core/records.ts';
import type { Caller, Context } from '../context.ts';
import { templateRecord } from './template-record.ts';
import { workingVersion } from './template-rules.ts';

/** Records that one request looks at, at most: a rare match goes on with the next cursor, as in Q14. */
const max_looked_at = 1_000;
const filtered_page = 100;

type Filters = { category?: Category | undefined; status?: 'draft' | 'published' | undefined };

function fits(template: Template, { category, status }: Filters): boolean {
  if (category !== undefined && workingVersion(template).category !== category) return false;
  return status === undefined || (template.published === null) === (status === 'draft');
}

/** Up to `limit` templates that fit, and the id to go on from. */
async function collect(
  ctx: Context,
  account: string,
  input: { limit: number; before: string | null; filters: Filters },
): Promise<{ templates: Template[]; next: string | null }> {
  const { limit, filters } = input;
  const size = filters.category === undefined && filters.status === undefined ? limit : filtered_page;
  const templates: Template[] = [];
  let next = input.before;
  for (let looked = 0; looked < max_looked_at; ) {
    const page = await ctx.templates.list(account, size, next);
    for (const [i, template] of page.templates.entries()) {
      if (fits(template, filters)) templates.push(template);
      const last = page.next === null && i === page.templates.length - 1;
      if (templates.length === limit) return { templates, next: last ? null : template.id };
    }
    looked += page.templates.length;
    next = page.next;
    if (next === null) break;
  }
  return { templates, next };
}

/** GET /templates: newest first, without html and text (H28). Filters are applied while reading. */
export async function listTemplates(
  ctx: Context,
  caller: Caller,
  input: { limit: number; cursor?: string | undefined } & Filters,
) {
  const { limit, category, status } = input;
  const { id: account } = caller.account;
  const bound = [account, 'templates', category ?? '', status ?? ''];
  const before = input.cursor === undefined ? null : await ctx.cursors.open(bound, input.cursor);
  if (input.cursor !== undefined && before === null)
    throw invalid([{ path: 'cursor', rule: 'format', message: 'cursor: not a cursor of this list' }]);
  const page = await collect(ctx, account, { limit, before, filters: { category, status } });
  const next_cursor = page.next === null ? null : await ctx.cursors.seal(bound, page.next);
  return {
    templates: page.templates.map((template) => templateRecord(template, workingVersion(template), null)),
    has_more: next_cursor !== null,
    next_cursor,
  };
}
