import * as z from 'zod';
import { categories } from '../../shared/core/records/emails.ts';
import type { Base, Caller, Paging, Templates } from '../../shared/domain/context.ts';
import { requireScope } from '../../shared/domain/keys/require-scope.ts';
import { createTemplate } from '../../shared/domain/templates/create-template.ts';
import { duplicateTemplate } from '../../shared/domain/templates/duplicate-template.ts';
import { getTemplate, type OpenTemplate, openTemplate } from '../../shared/domain/templates/get-template.ts';
import { listTemplates } from '../../shared/domain/templates/list-templates.ts';
import { previewTemplate, TemplatePreview } from '../../shared/domain/templates/preview-template.ts';
import { publishTemplate, unpublishTemplate } from '../../shared/domain/templates/publish-template.ts';
import { removeTemplate } from '../../shared/domain/templates/remove-template.ts';
import {
  TemplateRecord,
  TemplateSummary,
  templateRecord,
} from '../../shared/domain/templates/template-record.ts';
import {
  ChangeTemplate,
  CreateTemplate,
  multilineTemplateFields,
  TemplateAction,
  Version,
} from '../../shared/domain/templates/template-request.ts';
import { updateTemplate } from '../../shared/domain/templates/update-template.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

const read = { scope: ['templates:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const write = { ...read, scope: ['templates:write'] } as const;
const one = z.object({ template: TemplateRecord });

const answer = ({ template, version, body }: OpenTemplate) => ({
  body: { template: templateRecord(template, version, body) },
});

const find = (ctx: Templates, { caller, params }: FindInput<{ template: string }>) =>
  getTemplate(ctx, caller, params.template);

async function act(ctx: Base & Templates, caller: Caller, name: string, body: TemplateAction) {
  switch (body.action) {
    case 'publish':
      return answer(await publishTemplate(ctx, caller, name));
    case 'unpublish':
      return answer(await unpublishTemplate(ctx, caller, name));
    case 'duplicate':
      return answer(await duplicateTemplate(ctx, caller, name, body));
    case 'preview':
      return { body: { preview: await previewTemplate(ctx, caller, name, body) } };
  }
}

export const templateRoutes: Route<Base & Templates & Paging>[] = [
  route({
    ...write,
    method: 'POST',
    path: '/templates',
    summary: 'Create a template, as a draft or published',
    also: [409],
    body: CreateTemplate,
    multiline: multilineTemplateFields,
    status: 201,
    response: one,
    run: async (ctx, { caller, body }) => answer(await createTemplate(ctx, caller, body)),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/templates',
    summary: 'List templates, newest first',
    query: ListQuery.extend({ category: z.enum(categories).optional(), status: Version.optional() }),
    response: listOf('templates', TemplateSummary),
    run: async (ctx, { caller, query }) => ({ body: await listTemplates(ctx, caller, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/templates/{template}',
    summary: 'Get a template by alias or id',
    description: 'Returns the draft when there is one, or the version that `version` names.',
    query: z.object({ version: Version.optional() }),
    response: one,
    find,
    run: async (ctx, { caller, params, query }) =>
      answer(await openTemplate(ctx, caller, params.template, query.version)),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/templates/{template}',
    summary: 'Edit the draft of a template',
    description: 'Emails use the published version until the draft is published.',
    also: [409],
    body: ChangeTemplate,
    multiline: multilineTemplateFields,
    response: one,
    find,
    run: async (ctx, { caller, params, body }) =>
      answer(await updateTemplate(ctx, caller, params.template, body)),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/templates/{template}',
    summary: 'Publish, unpublish, duplicate or preview a template',
    description: 'preview needs templates:read; publish, unpublish and duplicate need templates:write.',
    also: [409],
    also_scopes: write.scope,
    body: TemplateAction,
    multiline: multilineTemplateFields,
    response: z.union([one, z.object({ preview: TemplatePreview })]),
    // Q48: a key that may read may preview.
    find: async (ctx, input) => {
      if (input.raw.action !== 'preview') requireScope(input.caller, write.scope);
      return find(ctx, input);
    },
    run: async (ctx, { caller, params, body }) => act(ctx, caller, params.template, body),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/templates/{template}',
    summary: 'Delete a template',
    description: 'Not while an active automation sends by it.',
    also: [409],
    response: Ok,
    find,
    run: (ctx, { caller, params }) => removeTemplate(ctx, caller, params.template).then(() => done),
  }),
];
