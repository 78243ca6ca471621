import type { Category } from '../../core/records/emails.ts';
import type { Template } from '../../core/records/templates.ts';
import type { Caller, Paging, Templates } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { templateSummary } from './template-record.ts';
import { workingVersion } from './template-rules.ts';

type Filters = { category?: Category | undefined; status?: 'draft' | 'published' | undefined };

function fits(template: Template, { category, status }: Filters): boolean {
  if (category !== undefined && workingVersion(template).category !== category) return false;
  return status === undefined || (template.published === null) === (status === 'draft');
}

/** GET /templates: newest first, without html and text (H28). Filters are applied while reading. */
export async function listTemplates(ctx: Templates & Paging, caller: Caller, query: PageQuery & Filters) {
  const { limit, cursor, category, status } = query;
  const { id: account } = caller.account;
  const bound = [account, 'templates', category ?? '', status ?? ''];
  const input = { bound, limit, cursor, filtered: category !== undefined || status !== undefined };
  const { records, ...end } = await filteredPage(ctx, input, {
    read: async (page) => {
      const { templates, next } = await ctx.templates.list(account, page.limit, page.before);
      return { entries: templates, next };
    },
    keep: (template) => fits(template, query),
    show: async (templates) =>
      templates.map((template) => templateSummary(template, workingVersion(template))),
  });
  return { templates: records, ...end };
}
