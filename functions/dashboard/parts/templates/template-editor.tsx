import { isAppError } from '../../../../shared/core/errors.ts';
import { previewDraft } from '../../../../shared/domain/templates/preview-template.ts';
import type { TemplateRecord } from '../../../../shared/domain/templates/template-record.ts';
import type { Html } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { Button, More } from '../../ui/elements.tsx';
import { Preview } from '../../ui/preview.tsx';
import type { Refused } from '../acting.ts';
import { NameList } from '../known-names.tsx';
import { confirmLink, Form, fieldsOf } from '../parts.tsx';
import { refusalOf, roomBeside, Shown } from './template.tsx';
import { contentOf, rowsOf, TemplateFields, VariableFields } from './template-form.tsx';

/** Content as it is sent, or why it can't be. */
export function previewOf(ctx: DashboardContext, input: SessionInput, content: ReturnType<typeof contentOf>) {
  try {
    return previewDraft(ctx, input.session.caller, content);
  } catch (error) {
    return refusalOf(error);
  }
}

type EditorContent = {
  /** Null for a new one. */
  template: TemplateRecord | null;
  /** What goes below the preview. */
  foot?: Html | false;
  hasRoom?: ReturnType<typeof roomBeside>;
};

/** A template's form beside its preview. */
export function editor(
  ctx: DashboardContext,
  input: SessionInput,
  { issues }: Refused,
  { template, foot, hasRoom }: EditorContent,
): Html {
  const { form: sent } = input;
  const path = `/templates/${template?.id ?? 'new'}`;
  const known = template ?? { category: 'transactional' };
  const field = fieldsOf(sent, issues, known);
  const isSent = sent.has('subject');
  const content = isSent || template === null ? contentOf(sent, template ?? undefined) : template;
  const preview = previewOf(ctx, input, content);
  const variables = isAppError(preview) ? (template?.variables ?? []) : preview.variables;
  const of = { field, sent, stored: template ?? undefined };
  return (
    <div class="editing">
      <Form
        input={input}
        action={template === null ? path : `${path}/save`}
        large
        id="draft"
        unsaved={isSent}
      >
        <TemplateFields field={field} hasAlias={template !== null && template.version > 0} />
        <VariableFields rows={rowsOf(variables, sent, of.stored)} {...of} />
      </Form>
      <Preview
        title="Preview"
        src={template === null ? null : `${path}/content`}
        foot={foot}
        reload={(mode, target) => (
          <button
            type="submit"
            class="quiet"
            form="draft"
            formaction={`${path}/content?background=${mode}`}
            formtarget={target}
            formnovalidate
            data-previews
          >
            Preview
          </button>
        )}
      >
        <div
          id="shown"
          hx-post={`${path}/preview`}
          hx-include="#draft"
          hx-trigger={`${isSent ? 'load, ' : ''}input changed delay:300ms from:#draft`}
          hx-select="#shown > *"
          hx-swap="innerHTML"
          {...swapRefusals}
          hx-sync="this:replace"
        >
          <Shown preview={preview} hasRoom={hasRoom ?? roomBeside(content)} />
        </div>
      </Preview>
    </div>
  );
}

/** The main actions, and the others in a menu. */
export function actions(input: SessionInput, { id, published }: TemplateRecord): Html {
  const acts = (action: string, label: string) => (
    <Form input={input} action={`/templates/${id}/${action}`}>
      <Button label={label} kind="quiet" />
    </Form>
  );
  return (
    <div class="actions">
      <More>
        {acts('duplicate', 'Duplicate')}
        {published && acts('unpublish', 'Unpublish')}
        {confirmLink(`/templates/${id}/delete`, 'Delete')}
      </More>
      <Saves />
    </div>
  );
}

/** For members who may not change it. */
export const readOnly = (ctx: DashboardContext, input: SessionInput, draft: TemplateRecord): Html => (
  <Preview title="Preview" src={`/templates/${draft.id}/content`}>
    <Shown preview={previewOf(ctx, input, draft)} />
  </Preview>
);

/** Sends what is in the form to the member. */
export function tester(
  ctx: DashboardContext,
  input: SessionInput,
  { issues }: Refused,
  { id }: TemplateRecord,
  senders: string[],
): Html {
  const field = fieldsOf(input.form, issues, { from: senders[0] ?? '' });
  return (
    <div class="trial">
      <NameList kind="senders" names={senders} />
      {field({
        name: 'from',
        label: 'Send a test from',
        names: 'senders',
        form: 'draft',
        hint: `An address at a verified domain. This saves the draft and sends it to ${input.session.member.email}`,
      })}
      <button type="submit" class="quiet" form="draft" formaction={`/templates/${id}/test`}>
        Send test to me
      </button>
      <input type="hidden" form="draft" name="request" value={ctx.runtime.secret(43, 'base62')} />
    </div>
  );
}

/** Shows why there is no preview. Its name isn't one that JSX takes. */
const swapRefusals = { 'hx-status:4xx': 'swap:innerHTML' };

/** Saves the form, and publishes it with the main button. The first is the one that Enter presses. */
export const Saves = (): Html => (
  <>
    <button type="submit" form="draft" class="quiet">
      Save draft
    </button>
    <button type="submit" form="draft" name="publish" value="true">
      Publish
    </button>
  </>
);
