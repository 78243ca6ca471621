import type { Issue } from '../../../shared/core/errors.ts';
import { categories } from '../../../shared/core/records/emails.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { TemplatePreview } from '../../../shared/domain/templates/preview-template.ts';
import type { TemplateRecord, TemplateSummary } from '../../../shared/domain/templates/template-record.ts';
import { Version } from '../../../shared/domain/templates/template-request.ts';
import { markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { emailRoutes } from '../../emails/routes.ts';
import { templateRoutes } from '../../templates/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { contentAnswer } from '../parts/content.ts';
import { firstRequest } from '../parts/curl.ts';
import { json } from '../parts/json.ts';
import { filtered, filterForm, pager, queryOf } from '../parts/list.ts';
import {
  asking,
  button,
  confirmation,
  doneNote,
  empty,
  faults,
  field,
  form,
  status,
  table,
  time,
} from '../parts/parts.ts';
import { previewOf, templateFacts, templateFields, versions } from './template-parts.ts';

const filters = [
  { name: 'category', label: 'Category', values: categories },
  { name: 'status', label: 'State', values: Version.options },
];

const notes = {
  saved: 'The draft was saved.',
  published: 'The draft is published: emails use it from now on.',
  unpublished: 'The template is a draft again: emails cannot use it.',
  duplicated: 'This is the copy.',
  deleted: 'The template was deleted.',
  tested: 'The test is on its way to your address.',
};

/** Templates: draft and published version, preview, and what can be done with both (D24). */
export function templatePages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, [...templateRoutes, ...emailRoutes]);
  const writes = ({ session }: SessionInput) => grants(session.caller.scopes, ['templates:write']);
  const read = async ({ session, params }: SessionInput, version?: 'draft' | 'published') =>
    (
      await operation<{ template: TemplateRecord }>(session.caller, 'GET /templates/{template}', {
        params,
        query: version ? { version } : {},
      })
    ).template;
  const act = <Answer>({ session, params }: SessionInput, body: Record<string, unknown>) =>
    operation<Answer>(session.caller, 'POST /templates/{template}', { params, body });
  async function preview({ session, params }: SessionInput, variables?: unknown): Promise<TemplatePreview> {
    const body = { action: 'preview', ...(variables !== undefined && { variables }) };
    const answer = await operation<{ preview: TemplatePreview }>(
      session.caller,
      'POST /templates/{template}',
      { params, body, reads: true },
    );
    return answer.preview;
  }

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { session, search } = input;
    const { templates, next_cursor } = await operation<{
      templates: TemplateSummary[];
      next_cursor: string | null;
    }>(session.caller, 'GET /templates', { query: queryOf(search, { limit: '25' }) });
    const rows = templates.map(
      ({ alias, name, subject, category, published, has_unpublished_changes, updated_at }) => [
        markup`<a href="/templates/${alias}">${outside(name)}</a>`,
        markup`<code>${alias}</code>`,
        outside(subject),
        filtered('/templates', 'category', category),
        markup`${status(published ? 'published' : 'draft')}${published && has_unpublished_changes ? ' with changes' : nothing}`,
        time(updated_at),
      ],
    );
    return {
      page: {
        name: 'Templates',
        content: markup`${doneNote(search, notes)}${filterForm('/templates', search, filters)}${writes(input) ? markup`<p><a class="button" href="/templates/new">New template</a></p>` : nothing}
${templates.length === 0 ? empty('No template yet. A template is written once and sent by its alias with variables.', firstRequest(ctx, '/templates')) : table({ caption: 'Templates, newest first', heads: ['Name', 'Alias', 'Subject', 'Category', 'State', 'Changed'], rows })}
${pager('/templates', search, next_cursor)}`,
      },
    };
  }

  const bodyOf = (sent: URLSearchParams) => ({
    ...filled(sent, ['name', 'alias', 'subject', 'category']),
    html: sent.get('html') ?? '',
    text: sent.get('text') ?? '',
    defaults: json(sent.get('defaults') || '{}'),
  });

  function newPage(input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer {
    const fields = markup`${templateFields(input.form, issues)}${button('Save draft')}`;
    return {
      status: code,
      page: {
        name: 'New template',
        content: markup`${faults(issues)}${form(input, '/templates/new', fields)}`,
      },
    };
  }

  const create = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { template } = await operation<{ template: TemplateRecord }>(
          input.session.caller,
          'POST /templates',
          {
            body: bodyOf(input.form),
          },
        );
        return seeOther(`/templates/${template.alias}?done=saved`);
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function show(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const [draft, shown] = await Promise.all([read(input), preview(input)]);
    const published =
      draft.published && draft.has_unpublished_changes ? await read(input, 'published') : null;
    const path = `/templates/${draft.id}`;
    const post = (action: string, label: string) => form(input, `${path}/${action}`, button(label, 'quiet'));
    const test = form(
      input,
      `${path}/test`,
      markup`${field({ name: 'from', label: 'From', value: input.form.get('from'), required: true, hint: 'An address of a verified domain' }, issues)}
${field({ name: 'variables', label: 'Variables', value: input.form.get('variables'), multiline: 'short', hint: 'A JSON object' }, issues)}${button('Send test to me')}`,
    );
    const actions = markup`<div class="actions">${post('publish', 'Publish')}${draft.published ? post('unpublish', 'Unpublish') : nothing}${post('duplicate', 'Duplicate')}${asking(`${path}/delete`, 'Delete')}</div>
<h2>Draft</h2>${form(input, `${path}/save`, markup`${templateFields(input.form, issues, draft)}${button('Save draft')}`)}`;
    return {
      status: code,
      page: {
        name: draft.name,
        content: markup`${doneNote(input.search, notes)}${faults(issues)}${templateFacts(draft)}${writes(input) ? actions : nothing}
${versions(draft, published)}${previewOf(draft.id, shown)}${grants(input.session.caller.scopes, ['full']) ? markup`<h2>Test</h2>${test}` : nothing}`,
      },
    };
  }

  /** The html of the draft by itself, for the locked frame (D35). */
  async function content(input: SessionInput): Promise<PageAnswer> {
    const { html } = await preview(input);
    return contentAnswer(html);
  }

  const save = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { template } = await operation<{ template: TemplateRecord }>(
          input.session.caller,
          'PATCH /templates/{template}',
          { params: input.params, body: bodyOf(input.form) },
        );
        return seeOther(`/templates/${template.alias}?done=saved`);
      },
      (issues, code) => show(input, issues, code),
    );

  const change = (input: SessionInput, action: string, done: keyof typeof notes): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { template } = await act<{ template: TemplateRecord }>(input, { action });
        return seeOther(`/templates/${template.alias}?done=${done}`);
      },
      (issues, code) => show(input, issues, code),
    );

  /** The draft with its values in, as plain content, to the member who asks for it (D24). */
  const test = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { session, form: sent, params } = input;
        const { subject, html, text } = await preview(input, json(sent.get('variables') || '{}'));
        const parts = { subject, ...(html !== null && { html }), ...(text !== null && { text }) };
        const body = { ...filled(sent, ['from']), to: session.member.email, ...parts };
        await operation(session.caller, 'POST /emails', { body });
        return seeOther(`/templates/${params.template}?done=tested`);
      },
      (issues, code) => show(input, issues, code),
    );

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { id, name, alias } = await read(input);
    const content = confirmation(input, {
      action: `/templates/${id}/delete`,
      text: markup`Emails by ${outside(name)} (${alias}) are refused from now on. This cannot be undone.`,
      label: 'Delete',
      back: `/templates/${id}`,
    });
    return { page: { name: 'Delete the template', content } };
  }

  async function remove({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /templates/{template}', { params });
    return seeOther('/templates?done=deleted');
  }

  const [reading, writing, sending] = [
    ['templates:read'] as const,
    ['templates:write'] as const,
    ['full'] as const,
  ];
  return [
    { method: 'GET', path: '/templates', scope: reading, run: (_, input) => list(input) },
    { method: 'GET', path: '/templates/new', scope: writing, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/templates/new', scope: writing, run: (_, input) => create(input) },
    { method: 'GET', path: '/templates/{template}', scope: reading, run: (_, input) => show(input) },
    {
      method: 'GET',
      path: '/templates/{template}/content',
      scope: reading,
      run: (_, input) => content(input),
    },
    { method: 'POST', path: '/templates/{template}/save', scope: writing, run: (_, input) => save(input) },
    {
      method: 'POST',
      path: '/templates/{template}/publish',
      scope: writing,
      run: (_, input) => change(input, 'publish', 'published'),
    },
    {
      method: 'POST',
      path: '/templates/{template}/unpublish',
      scope: writing,
      run: (_, input) => change(input, 'unpublish', 'unpublished'),
    },
    {
      method: 'POST',
      path: '/templates/{template}/duplicate',
      scope: writing,
      run: (_, input) => change(input, 'duplicate', 'duplicated'),
    },
    { method: 'POST', path: '/templates/{template}/test', scope: sending, run: (_, input) => test(input) },
    { method: 'GET', path: '/templates/{template}/delete', scope: writing, run: (_, input) => ask(input) },
    {
      method: 'POST',
      path: '/templates/{template}/delete',
      scope: writing,
      run: (_, input) => remove(input),
    },
  ];
}
