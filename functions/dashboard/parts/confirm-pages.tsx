import { nameUnseen } from '../../../shared/core/unseen.ts';
import type { Child, Html } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { Button, type ButtonKind } from '../ui/elements.tsx';
import { type Refused, type Run, showFormOnRefusal } from './acting.ts';
import { type Access, get, pageOf, post } from './pages.tsx';
import { Form, type FormField, faults, fieldsOf } from './parts.tsx';

export type Asked = {
  name: string;
  /** The form's target. Defaults to the page's path. */
  action?: string;
  text: Child;
  label: string;
  /** Defaults to `danger`. */
  kind?: ButtonKind;
  back: string;
  /** Fields besides the button. */
  fields?: Html;
};

/** A page that asks for confirmation before something is deleted or ended. */
export const confirmPage = (
  input: SessionInput,
  { name, action = input.path, text, label, kind = 'danger', back, fields }: Asked,
  { issues = [], status }: Refused = {},
): PageAnswer =>
  pageOf(
    name,
    <>
      {faults(issues)}
      <p>{text}</p>
      <Form input={input} action={action}>
        {fields}
        <div class="actions">
          <Button label={label} kind={kind} />{' '}
          <a class="button quiet" href={back} data-back>
            Back
          </a>
        </div>
      </Form>
    </>,
    status,
  );

/** A confirmation page, and its form at the same path. */
export const confirmPages = (
  path: string,
  access: Access,
  ask: (input: SessionInput) => Asked | Promise<Asked>,
  act: Run,
): Page<DashboardContext>[] => [
  get(path, access, async (input) => confirmPage(input, await ask(input))),
  post(path, access, act),
];

/** A name as its page displays it. Browsers collapse spaces, and invisible characters appear as codes. */
const asShown = (name: string): string => nameUnseen(name).replace(/\s+/g, ' ').trim().normalize('NFC');

type Removed<T> = {
  path: string;
  access: Access;
  kind: string;
  read: (input: SessionInput) => Promise<T>;
};

/** Deletes an object after its name is typed: the confirmation page and its form. */
export function removalPages<T extends { name: string }>(
  { path, access, kind, read }: Removed<T>,
  asked: (object: T, field: FormField) => Asked,
  remove: Run,
): Page<DashboardContext>[] {
  const page = (input: SessionInput, object: T, refused: Refused = {}) => {
    const field = fieldsOf(input.form, refused.issues);
    const { fields, ...rest } = asked(object, field);
    const all = (
      <>
        {field({ name: 'confirm', label: `Confirm the ${kind} name`, required: true })}
        {fields}
      </>
    );
    return confirmPage(input, { ...rest, fields: all }, refused);
  };
  const message = `This doesn’t match the ${kind} name`;
  return [
    get(path, access, async (input) => page(input, await read(input))),
    post(path, access, async (input) => {
      const object = await read(input);
      const isConfirmed = asShown(input.form.get('confirm') ?? '') === asShown(object.name);
      if (isConfirmed) return showFormOnRefusal((_, refused) => page(input, object, refused), remove)(input);
      return page(input, object, { issues: [{ path: 'confirm', rule: 'format', message }], status: 400 });
    }),
  ];
}
