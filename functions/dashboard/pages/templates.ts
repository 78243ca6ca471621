import { categories } from '../../../shared/core/records/emails.ts';
import type { TemplatePreview } from '../../../shared/domain/templates/preview-template.ts';
import type { TemplateRecord, TemplateSummary } from '../../../shared/domain/templates/template-record.ts';
import { Version } from '../../../shared/domain/templates/template-request.ts';
import { markup, nothing, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { emailRoutes } from '../../emails/routes.ts';
import { templateRoutes, templates } from '../../templates/routes.ts';
import type { DashboardContext } from '../context.ts';
import { atFields, filled, json, type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.ts';
import { contentAnswer } from '../parts/content.ts';
import { filtered, filterForm, listedBy, listPage } from '../parts/list.ts';
import { formPage, get, may, newLink, onceGuard, pageOf, pathOf, post } from '../parts/pages.ts';
import { button, confirmLink, doneNote, faults, fieldsOf, form, status, time } from '../parts/parts.ts';
import {
  previewOf,
  refusalOf,
  roomBeside,
  templateFacts,
  templateFields,
  versions,
} from '../parts/template.ts';

const [reading, writing] = [['templates:read'] as const, ['templates:write'] as const];

const filters = [
  { name: 'category', label: 'Category', values: categories },
  { name: 'status', label: 'State', values: Version.options },
];

const notes = {
  saved: 'The draft was saved.',
  published: 'The draft is published. New emails use it.',
  unpublished: 'The template is a draft again. Emails can’t use it.',
  duplicated: 'The template was duplicated. This is the copy.',
  deleted: 'The template was deleted.',
  tested: 'A test email is on its way to you.',
};

const bodyOf = (sent: URLSearchParams): Record<string, unknown> => ({
  ...filled(sent, ['name', 'alias', 'subject', 'category']),
  html: sent.get('html') ?? '',
  text: sent.get('text') ?? '',
  defaults: json(sent.get('defaults') || '{}'),
});

const ofJson = atFields({}, ['defaults', 'variables']);

/** Forms send every line break as CRLF. A text stored with other line breaks keeps them. */
const asWritten = (sent: string | null, stored: string | null): string =>
  stored?.includes('\r\n') ? (sent ?? '') : (sent ?? '').replaceAll('\r\n', '\n');

/**
 * An empty name or subject is rejected. An unchanged category isn't sent, because sending it would turn on
 * unsubscribing.
 */
function savedBody(sent: URLSearchParams, { category, html, text }: TemplateRecord) {
  const { category: chosen, ...body } = bodyOf(sent);
  const given = ['name', 'subject'].flatMap((name) => (sent.has(name) ? [[name, sent.get(name)]] : []));
  const content = { html: asWritten(sent.get('html'), html), text: asWritten(sent.get('text'), text) };
  return {
    ...body,
    ...content,
    ...Object.fromEntries(given),
    ...(chosen !== category && { category: chosen }),
  };
}

/** Templates: draft, published version, preview, and their actions. */
export function templatePages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does, leads } = callsOf(ctx, [...templateRoutes, ...emailRoutes]);
  const read = async (input: SessionInput, query: { version?: 'published' } = {}) =>
    (await call<{ template: TemplateRecord }>(input, 'GET /templates/{template}', { query })).template;

  async function preview(input: SessionInput, variables?: unknown): Promise<TemplatePreview> {
    const body = { action: 'preview', ...(variables !== undefined && { variables }) };
    const answer = await call<{ preview: TemplatePreview }>(input, 'POST /templates/{template}', {
      body,
      reads: true,
    });
    return answer.preview;
  }

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const found = await callList<TemplateSummary>(input, 'GET /templates');
    return listPage(input, {
      ...found,
      ...listedBy(ctx, templates),
      notes,
      above: markup`${filterForm('/templates', search, filters)}${may(input, writing) && newLink('/templates/new', 'New template')}`,
      heads: ['Name', 'State', 'Alias', 'Subject', 'Category', 'Updated'],
      row: ({ id, alias, name, subject, category, published, has_unpublished_changes, updated_at }) => [
        markup`<a href="${pathOf('/templates', alias, id)}">${outside(name)}</a>`,
        markup`${status(published ? 'published' : 'draft')}${published && has_unpublished_changes && ' with unpublished changes'}`,
        markup`<code>${alias}</code>`,
        outside(subject),
        filtered('/templates', 'category', category),
        time(updated_at),
      ],
      none: 'No templates yet. Write a template once, then send it by alias with your variables.',
    });
  }

  const newPage = formPage(
    { name: 'New template', action: '/templates/new', known: { category: 'transactional' }, large: true },
    (field) => markup`${templateFields(field)}${button('Save draft')}`,
  );

  async function show(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const [draft, shown] = await Promise.all([read(input), preview(input).catch(refusalOf)]);
    const published =
      draft.published && draft.has_unpublished_changes ? await read(input, { version: 'published' }) : null;
    const path = `/templates/${draft.id}`;
    const does = (action: string, label: string) => form(input, `${path}/${action}`, button(label, 'quiet'));
    const testField = fieldsOf(input.form, issues);
    const test = form(
      input,
      `${path}/test`,
      markup`${onceGuard(ctx)}${testField({ name: 'from', label: 'From', required: true, hint: 'An address at a verified domain' })}
${testField({ name: 'variables', label: 'Variables', multiline: 'short', hint: 'A JSON object' })}${button('Send test to me')}`,
    );
    const defaults = Object.keys(draft.defaults).length > 0 ? JSON.stringify(draft.defaults) : '';
    const field = fieldsOf(input.form, issues, { ...draft, defaults });
    const sent = (name: 'html' | 'text') => input.form.get(name) ?? draft[name];
    const hasRoom = roomBeside({ html: sent('html'), text: sent('text') });
    const previewed = previewOf(draft.id, shown, hasRoom);
    const actions = markup`<div class="actions">${does('publish', 'Publish')}${draft.published ? does('unpublish', 'Unpublish') : nothing}${does('duplicate', 'Duplicate')}${confirmLink(`${path}/delete`, 'Delete')}</div>
<h2>Draft</h2>${form(input, `${path}/save`, markup`${templateFields(field)}${button('Save draft')}`, { large: true })}`;
    return pageOf(
      draft.name,
      markup`${doneNote(input.search, notes)}${faults(issues)}${templateFacts(draft)}${may(input, writing) && actions}
${versions(draft, published, hasRoom)}${previewed}${may(input, ['full']) && markup`<h2>Test</h2>${test}`}`,
      code,
    );
  }

  /** The draft's html, for the sandboxed frame. */
  const content = async (input: SessionInput) => contentAnswer((await preview(input)).html);

  const changing = leads<{ template: TemplateRecord }, keyof typeof notes>(({ template }) =>
    pathOf('/templates', template.alias, template.id),
  );
  const change = (action: string, done: keyof typeof notes) =>
    showFormOnRefusal(
      show,
      changing('POST /templates/{template}', done, () => ({ action })),
    );

  /** Sends the rendered draft, as plain content, to the member who requests it. */
  async function test(input: SessionInput): Promise<PageAnswer> {
    const { session, form: sent, params } = input;
    const { subject, html, text } = await preview(input, json(sent.get('variables') || '{}'));
    const parts = { subject, ...(html !== null && { html }), ...(text !== null && { text }) };
    const body = { ...filled(sent, ['from']), to: session.member.email, ...parts };
    await call(input, 'POST /emails', { body, idempotency_key: sent.get('request') });
    return seeOther(`/templates/${params.template}?done=tested`);
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const { id, name, alias } = await read(input);
    return {
      name: 'Delete template',
      action: `/templates/${id}/delete`,
      text: markup`New emails that use ${outside(name)} (${alias}) are refused. This can’t be undone.`,
      label: 'Delete',
      back: `/templates/${id}`,
    };
  }

  const create = changing('POST /templates', 'saved', bodyOf);
  const save: Run = async (input) => {
    const draft = await read(input);
    return changing('PATCH /templates/{template}', 'saved', (sent) => savedBody(sent, draft))(input);
  };
  const remove = does('DELETE /templates/{template}', '/templates?done=deleted');

  return [
    get('/templates', reading, list),
    get('/templates/new', writing, newPage),
    post('/templates/new', writing, showFormOnRefusal(newPage, create, ofJson)),
    get('/templates/{template}', reading, show),
    get('/templates/{template}/content', reading, content),
    post('/templates/{template}/save', writing, showFormOnRefusal(show, save, ofJson)),
    post('/templates/{template}/publish', writing, change('publish', 'published')),
    post('/templates/{template}/unpublish', writing, change('unpublish', 'unpublished')),
    post('/templates/{template}/duplicate', writing, change('duplicate', 'duplicated')),
    post('/templates/{template}/test', ['full'], showFormOnRefusal(show, test, ofJson)),
    ...confirmPages('/templates/{template}/delete', writing, ask, remove),
  ];
}
