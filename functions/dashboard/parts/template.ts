import { type AppError, isAppError } from '../../../shared/core/errors.ts';
import { categories } from '../../../shared/core/records/emails.ts';
import type { TemplatePreview } from '../../../shared/domain/templates/preview-template.ts';
import type { TemplateRecord } from '../../../shared/domain/templates/template-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { htmlFrame, htmlPart, textPart } from './content.ts';
import { difference } from './difference.ts';
import { filtered } from './list.ts';
import { empty, type FormField, facts, status, time } from './parts.ts';

export const templateFields = (field: FormField): Html =>
  markup`${field({ name: 'name', label: 'Name', required: true })}
${field({ name: 'alias', label: 'Alias', hint: 'The name to send it by. Leave empty to derive it from the name' })}
${field({ name: 'subject', label: 'Subject', required: true })}
${field({ name: 'category', label: 'Category', options: categories })}
${field({ name: 'html', label: 'HTML', multiline: true, hint: 'Write variables as {{name}}' })}
${field({ name: 'text', label: 'Text', multiline: true })}
${field({ name: 'defaults', label: 'Defaults', multiline: 'short', hint: 'A JSON object with default values for variables' })}`;

export const templateFacts = (template: TemplateRecord): Html =>
  facts([
    ['Id', markup`<code data-copy="id">${template.id}</code>`],
    ['Alias', markup`<code data-copy="alias">${template.alias}</code>`],
    ['Category', filtered('/templates', 'category', template.category)],
    ['Emails that use it', filtered('/emails', 'template', template.alias)],
    ['State', status(template.published ? 'published' : 'draft')],
    ['Draft', template.has_unpublished_changes ? 'has unpublished changes' : 'same as published'],
    ['Published', template.published_at ? time(template.published_at) : 'never'],
    ['Version', template.version],
    ['Variables', template.variables.length > 0 ? outside(template.variables.join(', ')) : 'none'],
    ['Unsubscribe links', template.unsubscribe_enabled ? 'yes' : 'no'],
    template.warnings.length > 0 && ['Warnings', outside(template.warnings.join('. '))],
  ]);

type Texts = { html: string | null; text: string | null };

/**
 * Max bytes of all texts on a page, which contains each draft text at least twice. Stays below Lambda's
 * response limit.
 */
const maxTexts = 5_000_000;

const sizeOf = ({ html, text }: Texts): number =>
  Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');

/** Whether a page has room for more texts, besides its form's and those added before. */
export function roomBeside(form: Texts): (...more: Texts[]) => boolean {
  let room = maxTexts - sizeOf(form);
  return (...more) => {
    const size = more.reduce((sum, one) => sum + sizeOf(one), 0);
    if (size > room) return false;
    room -= size;
    return true;
  };
}

type Room = ReturnType<typeof roomBeside>;

const noRoom = empty('The content is too large to show here.');

/** The draft next to the published version, as text. */
export function versions(draft: TemplateRecord, published: TemplateRecord | null, hasRoom: Room): Html {
  if (published === null || !draft.has_unpublished_changes) return nothing;
  const part = (name: 'subject' | 'html' | 'text', label: string) =>
    (draft[name] ?? '') === (published[name] ?? '')
      ? nothing
      : markup`<h3>${label}</h3>${difference(published[name] ?? '', draft[name] ?? '')}`;
  const texts = hasRoom(draft, published) ? markup`${part('html', 'HTML')}${part('text', 'Text')}` : noRoom;
  return markup`<h2>Unpublished changes</h2>${part('subject', 'Subject')}${texts}`;
}

/** Why a draft has no preview, such as defaults that make the email too large. */
export function refusalOf(error: unknown): AppError {
  if (isAppError(error) && error.status === 400) return error;
  throw error;
}

/** A draft's preview, or why there is none. A frame loads its html, so the html always fits. */
export function previewOf(id: string, preview: TemplatePreview | AppError, hasRoom: Room): Html {
  if (isAppError(preview))
    return markup`<h2>Draft preview</h2>${empty(`The preview isn’t available: ${preview.message}`)}`;
  const { subject, html, text, missing_variables: missing } = preview;
  const frame = { title: 'Draft as HTML', src: `/templates/${id}/content` };
  const shown = hasRoom(preview);
  return markup`<h2>Draft preview</h2>${facts([
    ['Subject', outside(subject)],
    ['Missing variables', missing.length > 0 ? outside(missing.join(', ')) : 'none'],
  ])}
${html === null ? nothing : shown ? htmlPart(html, frame) : htmlFrame(frame)}${shown ? textPart(text) : noRoom}`;
}
