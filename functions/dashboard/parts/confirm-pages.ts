import { nameUnseen } from '../../../shared/core/unseen.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, type Run, showFormOnRefusal } from './acting.ts';
import { type Access, get, pageOf, post } from './pages.ts';
import { button, type FormField, faults, fieldsOf, form } from './parts.ts';

export type Asked = {
  name: string;
  /** Where its form goes: to the path of the page when absent. */
  action?: string;
  text: Html;
  label: string;
  back: string;
  /** The fields besides the button. */
  fields?: Html;
};

/** The page that asks before something is deleted or ended. */
export const confirmPage = (
  input: SessionInput,
  { name, action = input.path, text, label, back, fields }: Asked,
  { issues = [], status }: Refused = {},
): PageAnswer =>
  pageOf(
    name,
    markup`${faults(issues)}<p>${text}</p>${form(input, action, markup`${fields}<div class="actions">${button(label, 'danger')} <a class="button quiet" href="${back}" data-back>Back</a></div>`)}`,
    status,
  );

/** That page, and its form at the same path. */
export const confirmPages = (
  path: string,
  access: Access,
  ask: (input: SessionInput) => Asked | Promise<Asked>,
  act: Run,
): Page<DashboardContext>[] => [
  get(path, access, async (input) => confirmPage(input, await ask(input))),
  post(path, access, act),
];

/** A name as its page shows it: browsers show spaces as one, and an unseen character is its code. */
const asShown = (name: string): string => nameUnseen(name).replace(/\s+/g, ' ').trim().normalize('NFC');

/** The deletion of an object whose name has to be typed: the page that asks, and its form. */
export function removalByName<T extends { name: string }>(
  kind: string,
  read: (input: SessionInput) => Promise<T>,
  asked: (object: T, field: FormField) => Asked,
  remove: Run,
): { ask: Run; remove: Run } {
  const page = (input: SessionInput, object: T, refused: Refused = {}) => {
    const field = fieldsOf(input.form, refused.issues);
    const { fields, ...rest } = asked(object, field);
    const confirm = field({ name: 'confirm', label: `Confirm the ${kind} name`, required: true });
    return confirmPage(input, { ...rest, fields: markup`${confirm}${fields}` }, refused);
  };
  const message = `This doesn’t match the ${kind} name`;
  return {
    ask: async (input) => page(input, await read(input)),
    remove: async (input) => {
      const object = await read(input);
      const isConfirmed = asShown(input.form.get('confirm') ?? '') === asShown(object.name);
      if (isConfirmed) return showFormOnRefusal((_, refused) => page(input, object, refused), remove)(input);
      return page(input, object, { issues: [{ path: 'confirm', rule: 'format', message }], status: 400 });
    },
  };
}
