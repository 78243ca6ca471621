import type { Template, TemplateBody, TemplateVersion } from '../../core/records/templates.ts';

/** A template as callers see it, with one of its versions (H27); lists leave html and text out. */
export function templateRecord(template: Template, version: TemplateVersion, body: TemplateBody | null) {
  const { id, alias, name, published, draft, created_at, updated_at, published_at } = template;
  return {
    id,
    object: 'template' as const,
    alias,
    name,
    subject: version.subject,
    ...(body !== null && { html: body.html, text: body.text }),
    category: version.category,
    unsubscribe_enabled: version.unsubscribe_enabled,
    status: published === null ? ('draft' as const) : ('published' as const),
    published: published !== null,
    variables: version.variables,
    defaults: version.defaults,
    version: template.version,
    has_unpublished_changes: draft !== null,
    created_at,
    updated_at,
    published_at,
  };
}
