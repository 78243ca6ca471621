import type { Category } from '../../core/records/emails.ts';
import type { Template } from '../../core/records/templates.ts';
import type { Base, Caller, Paging, Templates } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { templateSummary } from './template-record.ts';
import { workingVersion } from './template-rules.ts';

type Filters = { category?: Category | undefined; status?: 'draft' | 'published' | undefined };

function fits(template: Template, { category, status }: Filters): boolean {
  if (category !== undefined && workingVersion(template).category !== category) return false;
  return status === undefined || (template.published === null) === (status === 'draft');
}

/** GET /templates: newest first, without html and text. Filters apply while reading. */
export function listTemplates(ctx: Base & Templates & Paging, caller: Caller, query: PageQuery & Filters) {
  const { category, status } = query;
  const { id: account } = caller.account;
  return filteredPage(ctx, query, {
    name: 'templates',
    bound: [account, 'templates', category ?? '', status ?? ''],
    read: (page) => ctx.templates.list(account, page),
    keep: (category ?? status) && ((template) => fits(template, query)),
    show: async (templates) =>
      templates.map((template) => templateSummary(template, workingVersion(template))),
  });
}
