import { isAppError } from '../../../shared/core/errors.ts';
import { categories } from '../../../shared/core/records/emails.ts';
import { getTemplate } from '../../../shared/domain/templates/get-template.ts';
import type { TemplatePreview } from '../../../shared/domain/templates/preview-template.ts';
import { Version } from '../../../shared/domain/templates/template-request.ts';
import { outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { emailRoutes } from '../../emails/routes.ts';
import { templateRoutes, templates } from '../../templates/routes.ts';
import type { DashboardContext } from '../context.ts';
import { type BodyOf, filled, type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf, having, type NameWith } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { contentAnswer } from '../parts/emails/content.ts';
import { filtered, listedBy, listPage } from '../parts/list.tsx';
import { numberText } from '../parts/numbers.tsx';
import { get, may, nameOf, newLink, pageOf, pathOf, post } from '../parts/pages.tsx';
import { doneNote, faults, fieldsOf, time } from '../parts/parts.tsx';
import {
  Changes,
  readSenders,
  readUsers,
  roomBeside,
  Shown,
  TemplateFacts,
  TemplateState,
} from '../parts/templates/template.tsx';
import { actions, editor, previewOf, readOnly, Saves, tester } from '../parts/templates/template-editor.tsx';
import {
  contentOf,
  createdBody,
  rowsOf,
  savedBody,
  toVariables,
  VariableFields,
} from '../parts/templates/template-form.tsx';
import { isDark } from '../ui/preview.tsx';

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
  tested: 'The draft was saved, and a test email is on its way to you.',
};

type Done = keyof typeof notes;

/** Templates: draft, published version, preview, and their actions. */
export function templatePages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, [...templateRoutes, ...emailRoutes]);
  const read = async (input: SessionInput, query: { version?: 'published' } = {}) =>
    (await call(input, 'GET /templates/{template}', { query })).template;

  /** The saved draft, filled with its samples. */
  async function previewSaved(input: SessionInput): Promise<TemplatePreview> {
    const asked = { body: { action: 'preview' }, reads: true };
    return having(await call(input, 'POST /templates/{template}', asked), 'preview').preview;
  }

  async function list(input: SessionInput): Promise<PageAnswer> {
    const found = await callList(input, 'GET /templates');
    return listPage(input, {
      ...found,
      ...listedBy(ctx, templates),
      notes,
      action: may(input, writing) && newLink('/templates/new', 'New template'),
      filters,
      heads: ['Name', 'State', 'Subject', 'Alias', 'Category', 'Version', 'Updated'],
      row: (template) => [
        <a href={pathOf('/templates', template.alias, template.id)}>{outside(template.name)}</a>,
        <TemplateState {...template} />,
        <span class="clip short">{outside(template.subject)}</span>,
        <code class="clip short">{template.alias}</code>,
        filtered('/templates', 'category', template.category),
        template.version > 0 ? numberText(template.version) : '–',
        time(template.updated_at),
      ],
      none: 'No templates yet. Write a template once, then send it by alias with your variables.',
    });
  }

  const newPage = (input: SessionInput, refused: Refused = {}): PageAnswer =>
    pageOf(
      {
        name: 'New template',
        action: (
          <div class="actions">
            <Saves />
          </div>
        ),
      },
      <>
        {faults(refused.issues)}
        {editor(ctx, input, refused, { template: null })}
      </>,
      refused.status,
    );

  /** What a page shows besides the editor: the published version, for the changes, and what uses it. */
  async function show(input: SessionInput, refused: Refused = {}): Promise<PageAnswer> {
    const [draft, users, senders] = await Promise.all([
      read(input),
      readUsers(ctx, input),
      readSenders(ctx, input),
    ]);
    const hasChanges = draft.published && draft.has_unpublished_changes;
    const published = hasChanges ? await read(input, { version: 'published' }) : null;
    const mayWrite = may(input, writing);
    // The form shows what was sent, if it is refused.
    const hasRoom = roomBeside(input.form.has('subject') ? contentOf(input.form, draft) : draft);
    const foot = may(input, ['full']) && tester(ctx, input, refused, draft, senders);
    return pageOf(
      { name: nameOf(draft.name), ...(mayWrite && { action: actions(input, draft) }) },
      <>
        {doneNote(input.search, notes)}
        {faults(refused.issues)}
        <TemplateFacts template={draft} users={users} />
        {mayWrite
          ? editor(ctx, input, refused, { template: draft, foot, hasRoom })
          : readOnly(ctx, input, draft)}
        {published && <Changes draft={draft} published={published} hasRoom={hasRoom} />}
      </>,
      refused.status,
    );
  }

  /** A part of the page, for the script: what the form's content looks like. */
  function showPreview(input: SessionInput): PageAnswer {
    const { form: sent } = input;
    const preview = previewOf(ctx, input, contentOf(sent));
    const field = fieldsOf(sent);
    const variables = isAppError(preview) ? null : rowsOf(preview.variables, sent);
    const values = variables && <VariableFields rows={variables} field={field} sent={sent} />;
    return pageOf(
      'Preview',
      <div id="shown">
        <Shown preview={preview} {...(values && { values })} />
      </div>,
      isAppError(preview) ? preview.status : 200,
    );
  }

  /** The form's html in its frame. */
  function showSent(input: SessionInput): PageAnswer {
    const preview = previewOf(ctx, input, contentOf(input.form));
    const text = isAppError(preview) ? preview.message : preview.html === null ? (preview.text ?? '') : null;
    const html = text === null ? (preview as TemplatePreview).html : String(<pre>{text}</pre>);
    return contentAnswer(html, { dark: isDark(input.search) });
  }

  /** Answers for a template that exists, or with 404. */
  const ofExisting =
    (run: (input: SessionInput) => PageAnswer): Run =>
    async (input) => {
      await getTemplate(ctx, input.session.caller, input.params.template ?? '');
      return run(input);
    };

  /** The draft's html, for the sandboxed frame. */
  const content = async (input: SessionInput) =>
    contentAnswer((await previewSaved(input)).html, { dark: isDark(input.search) });

  const changing =
    (name: NameWith<'template'>, done: Done, bodyOf: BodyOf): Run =>
    async (input) => {
      const { template } = having(await call(input, name, { body: bodyOf(input.form) }), 'template');
      return seeOther(`${pathOf('/templates', template.alias, template.id)}?done=${done}`);
    };
  const change = (action: string, done: Done) =>
    showFormOnRefusal(
      show,
      changing('POST /templates/{template}', done, () => ({ action })),
    );

  const doneOf = ({ form: sent }: SessionInput) => (sent.get('publish') === 'true' ? 'published' : 'saved');

  const create: Run = (input) => changing('POST /templates', doneOf(input), createdBody)(input);

  const save: Run = async (input) => {
    const draft = await read(input);
    const change = changing('PATCH /templates/{template}', doneOf(input), (sent) => savedBody(sent, draft));
    return change(input);
  };

  /** Saves the form if it has content, then sends the rendered draft to the member, as plain content. */
  async function test(input: SessionInput): Promise<PageAnswer> {
    const { session, form: sent, params } = input;
    if (sent.has('subject')) await save(input);
    const { subject, html, text } = await previewSaved(input);
    const parts = { subject, ...(html !== null && { html }), ...(text !== null && { text }) };
    const body = { from: '', ...filled(sent, ['from']), to: session.member.email, ...parts };
    await call(input, 'POST /emails', { body, idempotency_key: sent.get('request') });
    return seeOther(`/templates/${params.template}?done=tested`);
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const { id, name, alias } = await read(input);
    return {
      name: 'Delete template',
      action: `/templates/${id}/delete`,
      text: (
        <>
          After you delete {outside(name)} ({alias}), new emails can’t use it. This can’t be undone.
        </>
      ),
      label: 'Delete',
      back: `/templates/${id}`,
    };
  }

  const remove = does('DELETE /templates/{template}', '/templates?done=deleted');

  return [
    get('/templates', reading, list),
    get('/templates/new', writing, newPage),
    post('/templates/new', writing, showFormOnRefusal(newPage, create, toVariables)),
    post('/templates/new/preview', writing, showPreview),
    post('/templates/new/content', writing, showSent),
    get('/templates/{template}', reading, show),
    get('/templates/{template}/content', reading, content),
    post('/templates/{template}/preview', writing, ofExisting(showPreview)),
    post('/templates/{template}/content', writing, ofExisting(showSent)),
    post('/templates/{template}/save', writing, showFormOnRefusal(show, save, toVariables)),
    post('/templates/{template}/publish', writing, change('publish', 'published')),
    post('/templates/{template}/unpublish', writing, change('unpublish', 'unpublished')),
    post('/templates/{template}/duplicate', writing, change('duplicate', 'duplicated')),
    post('/templates/{template}/test', ['full'], showFormOnRefusal(show, test, toVariables)),
    ...confirmPages('/templates/{template}/delete', writing, ask, remove),
  ];
}
