import { grants, type Scope } from '../../../shared/domain/keys/scopes.ts';
import { csvType } from '../../../shared/domain/suppressions/csv.ts';
import type { Child, Html } from '../../../shared/http/html.ts';
import {
  type Page,
  type PageAnswer,
  type PageContent,
  type SessionInput,
  seeOther,
} from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { Refused, Run } from './acting.ts';
import { Form, type FormField, faults, fieldsOf, hidden, Note } from './parts.tsx';

/** Who can open a page: members with one of these scopes, owners, or everyone for `null`. */
export type Access = readonly Scope[] | 'owner' | null;

const declared =
  (method: 'GET' | 'POST') =>
  (path: string, access: Access, run: Run): Page<DashboardContext> => ({
    method,
    path,
    ...(access === 'owner' ? { scope: null, owner: true } : { scope: access }),
    run: async (_, input) => run(input),
  });

export const get = declared('GET');
export const post = declared('POST');

export const may = ({ session }: SessionInput, scopes: readonly Scope[]): boolean =>
  grants(session.caller.scopes, scopes);

/** Max characters of an outside name, which is also the tab's title. */
const maxName = 80;

/** Outside text as a page name, shortened. */
export function nameOf(text: string): string {
  const characters = [...text];
  return characters.length > maxName
    ? `${characters
        .slice(0, maxName - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** Links to an object by name, or by id if the name equals the path of the create page. */
export const pathOf = (list: string, name: string, id: string): string =>
  `${list}/${name === 'new' ? id : encodeURIComponent(name)}`;

/** `Blocked sender` of `a blocked sender`. */
export const kindOf = (noun: string): string =>
  noun.replace(/^an? (.)/, (_, first: string) => first.toUpperCase());

export const pageOf = (
  head: string | Omit<PageContent, 'content'>,
  content: Html,
  status = 200,
): PageAnswer => ({
  status,
  page: { ...(typeof head === 'string' ? { name: head } : head), content },
});

type FormHead = { name: string; action: string; known?: object };

type FormFields = (field: FormField, input: SessionInput) => Child | Promise<Child>;

/** A page with a single form. `known` holds its initial values. */
export const formPage =
  ({ name, action, known }: FormHead, fields: FormFields) =>
  async (input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> =>
    pageOf(
      name,
      <>
        {faults(issues)}
        <Form input={input} action={action}>
          {await fields(fieldsOf(input.form, issues, known), input)}
        </Form>
      </>,
      status,
    );

/** Prevents a form that is submitted twice from creating two objects. */
export const onceGuard = (ctx: DashboardContext): Html =>
  hidden({ request: ctx.runtime.secret(43, 'base62') });

export const newLink = (path: string, label: string): Html => (
  <p class="primary">
    <a class="button" href={path}>
      {label}
    </a>
  </p>
);

type ShownSecret = { secret: string; text: Child; back: string };

/** The only page that shows a secret, once. No redirect, no cache, and no compression. */
export const secretPage = (name: string, { secret, text, back }: ShownSecret): PageAnswer => ({
  page: {
    name,
    secret: true,
    content: (
      <>
        <Note>This secret is shown only once. Store it somewhere safe.</Note>
        <div class="field">
          <label for="secret">Secret</label>
          <input id="secret" data-copy="secret" readonly value={secret} autocomplete="off" />
        </div>
        {typeof text === 'string' ? <p>{text}</p> : text}
        <p>
          <a class="button" href={back}>
            Continue
          </a>
        </p>
      </>
    ),
  },
});

/** A CSV file with this name, or a redirect to it if it is large. */
export const csvAnswer = (name: string, file: string | { location: string }): PageAnswer =>
  typeof file === 'string'
    ? {
        body: file,
        type: csvType,
        headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
      }
    : seeOther(file.location);
