import { grants, type Scope } from '../../../shared/domain/keys/scopes.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, PageContent, SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { Refused, Run } from './acting.ts';
import { type FormField, faults, fieldsOf, form, hidden } from './parts.ts';

/** The members that have a page: those with one of these scopes, owners, or with `null` all. */
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

/** The most characters of a name that is from outside: it is the title of a tab, too. */
const maxName = 80;

/** A text from outside as the name of a page, cut. */
export function nameOf(text: string): string {
  const characters = [...text];
  return characters.length > maxName
    ? `${characters
        .slice(0, maxName - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** The page of an object of a list by its name, or by its id where that path is of the page that makes one. */
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

/** A page that is one form; `known`: the values that it begins with. */
export const formPage =
  (
    { name, action, known, large }: { name: string; action: string; known?: object; large?: true },
    content: (field: FormField) => Html,
  ) =>
  (input: SessionInput, { issues, status }: Refused = {}): PageAnswer => {
    const fields = content(fieldsOf(input.form, issues, known));
    return pageOf(name, markup`${faults(issues)}${form(input, action, fields, { large })}`, status);
  };

/** The guard of a form that makes something: sent twice, it makes it once. */
export const onceGuard = (ctx: DashboardContext): Html =>
  hidden({ request: ctx.runtime.secret(43, 'base62') });

export const newLink = (path: string, label: string): Html =>
  markup`<p class="primary"><a class="button" href="${path}">${label}</a></p>`;
