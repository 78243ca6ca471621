import { categories } from '../../../shared/core/records/emails.ts';
import type { TemplatePreview } from '../../../shared/domain/templates/preview-template.ts';
import type { TemplateRecord } from '../../../shared/domain/templates/template-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { htmlPart, textPart } from '../parts/content.ts';
import { difference } from '../parts/difference.ts';
import { filtered } from '../parts/list.ts';
import { type FormField, facts, status, time } from '../parts/parts.ts';

export const templateFields = (field: FormField): Html =>
  markup`${field({ name: 'name', label: 'Name', required: true })}
${field({ name: 'alias', label: 'Alias', hint: 'What senders name it by; empty: from the name' })}
${field({ name: 'subject', label: 'Subject', required: true })}
${field({ name: 'category', label: 'Category', options: categories })}
${field({ name: 'html', label: 'HTML', multiline: true, hint: '{{name}} is a placeholder' })}
${field({ name: 'text', label: 'Text', multiline: true })}
${field({ name: 'defaults', label: 'Defaults', multiline: 'short', hint: 'A JSON object of values for placeholders' })}`;

export const templateFacts = (template: TemplateRecord): Html =>
  facts([
    ['Id', markup`<code data-copy="id">${template.id}</code>`],
    ['Alias', markup`<code data-copy="alias">${template.alias}</code>`],
    ['Category', filtered('/templates', 'category', template.category)],
    ['Sent with it', filtered('/emails', 'template', template.alias)],
    ['State', status(template.published ? 'published' : 'draft')],
    ['Draft', template.has_unpublished_changes ? 'has changes that are not published' : 'as published'],
    ['Published', template.published_at ? time(template.published_at) : 'never'],
    ['Publishes', template.version],
    ['Variables', template.variables.length > 0 ? outside(template.variables.join(', ')) : 'none'],
    ['Unsubscribe links', template.unsubscribe_enabled ? 'yes' : 'no'],
  ]);

/** The draft next to the published version, as text (D24). */
export function versions(draft: TemplateRecord, published: TemplateRecord | null): Html {
  if (published === null || !draft.has_unpublished_changes) return nothing;
  const part = (name: 'subject' | 'html' | 'text', label: string) =>
    (draft[name] ?? '') === (published[name] ?? '')
      ? nothing
      : markup`<h3>${label}</h3>${difference(published[name] ?? '', draft[name] ?? '')}`;
  return markup`<h2>Changes since it was published</h2>${part('subject', 'Subject')}${part('html', 'HTML')}${part('text', 'Text')}`;
}

export const previewOf = (id: string, preview: TemplatePreview): Html =>
  markup`<h2>Preview of the draft</h2>${facts([
    ['Subject', outside(preview.subject)],
    [
      'Without a value',
      preview.missing_variables.length > 0 ? outside(preview.missing_variables.join(', ')) : 'none',
    ],
  ])}
${preview.html === null ? nothing : htmlPart(preview.html, { title: 'The draft as html', src: `/templates/${id}/content` })}${textPart(preview.text)}`;
