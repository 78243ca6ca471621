import { nameUnseen } from '../../../shared/core/unseen.ts';
import { grants, type Scope } from '../../../shared/domain/keys/scopes.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { orFormAgain, type Refused, type Run } from './acting.ts';
import { button, type FormField, faults, fieldsOf, form, hidden } from './parts.ts';

/** The members that have a page: those with one of these scopes, owners (D19), or with `null` all. */
type Access = readonly Scope[] | 'owner' | null;

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

export const pageOf = (name: string, content: Html, status = 200): PageAnswer => ({
  status,
  page: { name, content },
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

type Asked = {
  name: string;
  action: string;
  text: Html;
  label: string;
  back: string;
  /** The fields besides the button. */
  fields?: Html;
};

/** The page that asks before something is deleted or ended (D32). */
export const askingPage = (
  input: SessionInput,
  { name, action, text, label, back, fields }: Asked,
  { issues = [], status }: Refused = {},
): PageAnswer =>
  pageOf(
    name,
    markup`${faults(issues)}<p>${text}</p>${form(input, action, markup`${fields}<div class="actions">${button(label, 'danger')} <a class="button quiet" href="${back}" data-back>Back</a></div>`)}`,
    status,
  );

/** A name as its page shows it: browsers show spaces as one, and an unseen character is its code (D36). */
const asShown = (name: string): string => nameUnseen(name).replace(/\s+/g, ' ').trim().normalize('NFC');

/** The deletion of an object whose name has to be typed (D32): the page that asks, and its form. */
export function removalByName<T extends { name: string }>(
  kind: string,
  read: (input: SessionInput) => Promise<T>,
  asked: (object: T, field: FormField) => Asked,
  remove: Run,
): { ask: Run; remove: Run } {
  const page = (input: SessionInput, object: T, refused: Refused = {}) => {
    const field = fieldsOf(input.form, refused.issues);
    const { fields, ...rest } = asked(object, field);
    const confirm = field({ name: 'confirm', label: `Name of the ${kind}`, required: true });
    return askingPage(input, { ...rest, fields: markup`${confirm}${fields}` }, refused);
  };
  const message = `This is not the name of the ${kind}`;
  return {
    ask: async (input) => page(input, await read(input)),
    remove: async (input) => {
      const object = await read(input);
      const isConfirmed = asShown(input.form.get('confirm') ?? '') === asShown(object.name);
      if (isConfirmed) return orFormAgain((_, refused) => page(input, object, refused), remove)(input);
      return page(input, object, { issues: [{ path: 'confirm', rule: 'format', message }], status: 400 });
    },
  };
}

/** The guard of a form that makes something: sent twice, it makes it once (D31). */
export const onceGuard = (ctx: DashboardContext): Html =>
  hidden({ request: ctx.runtime.secret(43, 'base62') });

export const newLink = (path: string, label: string): Html =>
  markup`<p><a class="button" href="${path}">${label}</a></p>`;
