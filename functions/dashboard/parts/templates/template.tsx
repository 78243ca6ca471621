import { type AppError, isAppError } from '../../../../shared/core/errors.ts';
import type { TemplateUser } from '../../../../shared/core/records/automations.ts';
import { isId } from '../../../../shared/core/runtime.ts';
import type { DraftPreview } from '../../../../shared/domain/templates/preview-template.ts';
import type { TemplateRecord, TemplateSummary } from '../../../../shared/domain/templates/template-record.ts';
import { type Child, type Html, outside } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { Badge, Facts } from '../../ui/elements.tsx';
import { LinkTargets } from '../emails/email-content.tsx';
import { readOr } from '../failed-part.ts';
import { sendersOf } from '../known-names.tsx';
import { filtered } from '../list.tsx';
import { numberText } from '../numbers.tsx';
import { may } from '../pages.tsx';
import { time } from '../parts.tsx';
import { Difference } from './difference.tsx';

/** Whether emails can use it, and whether its draft differs from what they use. */
export const TemplateState = ({ published, has_unpublished_changes }: TemplateSummary): Html => (
  <>
    <Badge word={published ? 'published' : 'draft'} />
    {published && has_unpublished_changes && (
      <>
        {' '}
        <Badge word="edited" tone="warn" />
      </>
    )}
  </>
);

/** The active automations that use the page's template. Null if the member can't see them or the read fails. */
export async function readUsers(ctx: DashboardContext, input: SessionInput): Promise<TemplateUser[] | null> {
  if (!may(input, ['automations:read'])) return null;
  const { id: account } = input.session.caller.account;
  const { template: name = '' } = input.params;
  return readOr(ctx, input, { part: 'automations', or: null }, async () => {
    const id = isId('tpl', name) ? name : (await ctx.templates.readPointer(account, name))?.id;
    return id === undefined ? null : ctx.templates.users({ account, id });
  });
}

/** The addresses to send a test from. */
export async function readSenders(ctx: DashboardContext, input: SessionInput): Promise<string[]> {
  if (!may(input, ['full'])) return [];
  const { account } = input.session.caller;
  return readOr(ctx, input, { part: 'domains', or: [] }, async () =>
    sendersOf((await ctx.domains.list(account.id, { limit: 100, before: null })).entries),
  );
}

type FactsContent = { template: TemplateRecord; users: TemplateUser[] | null };

/** What a template is, and what uses it. */
export const TemplateFacts = ({ template, users }: FactsContent): Html => (
  <div class="tight">
    <Facts
      look="across"
      entries={[
        ['State', <TemplateState {...template} />],
        ['Version', versionOf(template)],
        ['Category', filtered('/templates', 'category', template.category)],
        ['Alias', <code data-copy="alias">{template.alias}</code>],
        ['Used by', <Uses alias={template.alias} users={users} />],
        ['Id', <code data-copy="id">{template.id}</code>],
      ]}
    />
  </div>
);

const versionOf = ({ version, published_at }: TemplateRecord): Child =>
  version === 0 ? (
    'Never published'
  ) : (
    <>
      {numberText(version)}, {time(published_at)}
    </>
  );

const Uses = ({ alias, users }: { alias: string; users: TemplateUser[] | null }): Html => (
  <span class="inline">
    <a href={`/emails?${new URLSearchParams({ template: alias })}`}>Emails</a>
    {users?.map(({ id, name }) => (
      <a href={`/automations/${id}`}>{outside(name)}</a>
    ))}
  </span>
);

type Texts = { html: string | null; text: string | null };

/**
 * Max bytes of all texts on a page, which contains each draft text at least twice. Stays below Lambda's
 * response limit.
 */
const maxTexts = 5_000_000;

const sizeOf = ({ html, text }: Texts): number =>
  Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');

/** Whether these texts still fit on the page, given its form and what was already added. */
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

const NoRoom = (): Html => <p class="small">The content is too large to show here.</p>;

type ChangesContent = { draft: TemplateRecord; published: TemplateRecord; hasRoom: Room };

/** What publishing the draft changes: part by part, with the changed words marked. */
export function Changes({ draft, published, hasRoom }: ChangesContent): Html {
  const fits = hasRoom(draft, published);
  const parts = [
    ['Subject', published.subject, draft.subject],
    ['HTML', published.html ?? '', draft.html ?? ''],
    ['Text', published.text ?? '', draft.text ?? ''],
    ['Defaults', listOf(published.defaults), listOf(draft.defaults)],
    ['Category', published.category, draft.category],
  ] as const;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Unpublished changes</h2>
      <p class="small">
        Compared with version {numberText(published.version)}, which emails use. Removed words are struck
        through, and added words are underlined.
      </p>
      {fits ? (
        parts
          .filter(([, before, after]) => before !== after)
          .map(([name, before, after]) => (
            <>
              <h3>{name}</h3>
              <Difference before={before} after={after} />
            </>
          ))
      ) : (
        <NoRoom />
      )}
    </section>
  );
}

const listOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

/** Why a draft has no preview, such as values that make the email too large. */
export function refusalOf(error: unknown): AppError {
  if (isAppError(error) && error.status === 400) return error;
  throw error;
}

type ShownContent = { preview: DraftPreview | AppError; hasRoom?: Room; values?: Html };

/**
 * What a preview shows besides the html: subject, problems, and plain text. Without `hasRoom`, all texts fit.
 * `values` has the fields of the variables for the script, which replaces those of the form if they differ.
 */
export function Shown({ preview, hasRoom = () => true, values }: ShownContent): Html {
  if (isAppError(preview))
    return (
      <div class="fault">
        <p>The preview isn’t available: {preview.message}</p>
      </div>
    );
  const { subject, html, text, missing_variables: missing, warnings } = preview;
  const more = missing.length > maxNamed ? ` and ${numberText(missing.length - maxNamed)} more` : '';
  const named = `No value for ${missing.slice(0, maxNamed).join(', ')}${more}`;
  const problems = [...(missing.length > 0 ? [named] : []), ...warnings];
  return (
    <>
      <p class="subject">
        <span class="unseen">Subject: </span>
        {subject ? outside(subject) : 'No subject'}
      </p>
      {html === null && text === null && <p class="small">The email appears here as you type.</p>}
      <p class="problems">{problems.length > 0 && outside(problems.join('\n'))}</p>
      {html !== null && hasRoom({ html, text: null }) && <LinkTargets html={html} />}
      {text !== null && (
        <details>
          <summary>Plain text</summary>
          {hasRoom({ html: null, text }) ? <pre>{outside(text)}</pre> : <NoRoom />}
        </details>
      )}
      {values && <template data-values>{values}</template>}
    </>
  );
}

/** Max variables named as missing. A draft can have a thousand. */
const maxNamed = 10;
