import type { Category } from '../../core/records/emails.ts';
import type { Template } from '../../core/records/templates.ts';
import type { Caller, Paging, Templates } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { templateSummary } from './template-record.ts';
import { workingVersion } from './template-rules.ts';

type Filters = { category?: Category | undefined; status?: 'draft' | 'published' | undefined };

function fits(template: Template, { category, status }: Filters): boolean {
  if (category !== undefined && workingVersion(template).category !== category) return false;
  return status === undefined || (template.published === null) === (status === 'draft');
}

/** GET /templates: newest first, without html and text (H28). Filters are applied while reading. */
export async function listTemplates(
  ctx: Templates & Paging,
  caller: Caller,
  input: { limit: number; cursor?: string | undefined } & Filters,
) {
  const { limit, cursor, category, status } = input;
  const { id: account } = caller.account;
  const bound = [account, 'templates', category ?? '', status ?? ''];
  const filtered = category !== undefined || status !== undefined;
  const { records, has_more, next_cursor } = await filteredPage(
    ctx,
    { bound, limit, cursor, filtered },
    {
      read: async (page) => {
        const { templates, next } = await ctx.templates.list(account, page.limit, page.before);
        return { entries: templates, next };
      },
      keep: (template) => fits(template, input),
      show: async (templates) =>
        templates.map((template) => templateSummary(template, workingVersion(template))),
    },
  );
  return { templates: records, has_more, next_cursor };
}
