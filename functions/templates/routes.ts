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
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { route } from '../../shared/http/route.ts';

const read = { scope: ['templates:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const write = { ...read, scope: ['templates:write'] } as const;
const one = z.object({ template: TemplateRecord });

const show = ({ template, version, body }: OpenTemplate) => templateRecord(template, version, body);
const answer = (open: OpenTemplate) => ({ body: { template: show(open) } });

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

export const templates: Resource<Base & Templates & Paging> = resource({
  path: '/templates',
  param: 'template',
  id: 'tpl',
  one: 'template',
  many: 'templates',
  noun: 'a template',
  named: 'name',
  pages: '/templates',
  about: 'Reusable subjects and bodies with variables. You edit a draft, then publish it.',
  read: read.scope,
  write: write.scope,
  tenant_keys: 'closed',
  record: TemplateRecord,
  row: TemplateSummary,
  show: (_ctx, open) => show(open),
  create: {
    summary: 'Create a template',
    description: 'Creates a draft. Pass `publish: true` to publish it right away.',
    also: [409],
    body: CreateTemplate,
    multiline: multilineTemplateFields,
    verb: async (ctx, caller, body) => ({ template: await createTemplate(ctx, caller, body) }),
  },
  list: {
    description: 'Returns drafts and published templates, without their bodies.',
    filters: { category: z.enum(categories).optional(), status: Version.optional() },
    verb: listTemplates,
  },
  get: {
    summary: 'Get a template by alias or id',
    description: 'Returns the draft if there is one. Choose another version with `version`.',
    query: z.object({ version: Version.optional() }),
    find: getTemplate,
    verb: (ctx, caller, name, { version }) => openTemplate(ctx, caller, name, version),
  },
  update: {
    summary: "Edit a template's draft",
    description: 'Emails use the published version until the draft is published.',
    also: [409],
    body: ChangeTemplate,
    multiline: multilineTemplateFields,
    verb: updateTemplate,
  },
  act: route({
    ...read,
    method: 'POST',
    path: '/templates/{template}',
    sdk: 'templates.act',
    summary: 'Publish, unpublish, duplicate, or preview a template',
    description:
      '`preview` needs the `templates:read` scope. `publish`, `unpublish`, and `duplicate` need `templates:write`.',
    also: [409],
    also_scopes: write.scope,
    body: TemplateAction,
    multiline: multilineTemplateFields,
    response: z.union([one, z.object({ preview: TemplatePreview })]),
    // Q48: a key that can read can preview.
    find: async (ctx, { caller, params, raw }) => {
      if (raw.action !== 'preview') requireScope(caller, write.scope);
      return getTemplate(ctx, caller, params.template);
    },
    run: async (ctx, { caller, params, body }) => act(ctx, caller, params.template, body),
  }),
  remove: {
    description: 'Returns 409 while an active automation uses the template.',
    also: [409],
    verb: removeTemplate,
  },
  sample: { name: 'Receipt', alias: 'receipt', subject: 'Receipt {{number}}', text: 'Thank you!' },
});

export const templateRoutes = templates.routes;
