import type { AppError, Issue } from '../../../shared/core/errors.ts';
import { type Child, type Html, nothing, outside } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';
import { Facts } from '../ui/elements.tsx';
import { Field, type FieldContent } from '../ui/field.tsx';

/** UTC with milliseconds; the script shows local time. */
export const time = (at: string | null | undefined): Html => (at ? <time datetime={at}>{at}</time> : <>–</>);

/** A value that people often copy. */
export const copied = (name: string, value: string): Html => <code data-copy={name}>{outside(value)}</code>;

export type FormField = (one: FieldContent) => Html;

/** An error as the API returns it, with its request id. */
type Refusal = { error: AppError; request_id: string };

/** An error in a form. The first one includes the whole API error. */
export type Fault = Issue & { refusal?: Refusal };

function detailOf(value: unknown): Html {
  if (Array.isArray(value))
    return (
      <>
        {value.map((one) => (
          <div>{detailOf(one)}</div>
        ))}
      </>
    );
  if (typeof value === 'string' && /^msg_[0-9a-z]{26}$/.test(value))
    return <a href={`/emails/${value}`}>{value}</a>;
  return outside(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** What an error includes besides its message: hint, details, documentation link, and request id. */
export function RefusalNotes({ error, request_id }: Refusal): Html {
  const { code, hint, details = {}, upgrade_url } = error;
  const { issues: _shown, ...rest } = details;
  const named = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  return (
    <>
      {hint && <p>{outside(hint)}</p>}
      {named.length > 0 && (
        <Facts entries={named.map(([name, value]) => [name.replaceAll('_', ' '), detailOf(value)])} />
      )}
      <p class="small">
        Code <code>{code}</code>, request <code>{request_id}</code>.{' '}
        <a href={`/docs/errors#${code}`}>About this error</a>
        {upgrade_url && (
          <>
            , <a href="/billing">plan and limits</a>
          </>
        )}
      </p>
    </>
  );
}

/** A form's errors, each linked to its field. An error about the whole form has no link. */
export function faults(issues: readonly Fault[] = []): Html {
  if (issues.length === 0) return nothing;
  const refusal = issues.find((issue) => issue.refusal)?.refusal;
  return (
    <div class="fault" role="alert" tabindex={-1}>
      <p>Please check:</p>
      <ul>
        {issues.map(({ path, message }) => {
          const [name = ''] = path.split(/[.[]/);
          return <li>{name ? <a href={`#${name}`}>{outside(message)}</a> : outside(message)}</li>;
        })}
      </ul>
      {refusal && <RefusalNotes {...refusal} />}
    </div>
  );
}

/** A form's fields, each with its error and the sent value, or else the known value. */
export const fieldsOf =
  (sent: URLSearchParams, issues: readonly Issue[] = [], known: object = {}): FormField =>
  (one) => {
    const value = sent.has(one.name)
      ? sent.getAll(one.name).join(',')
      : String((known as Record<string, unknown>)[one.name] ?? '');
    return <Field value={value} {...one} issues={issues} />;
  };

export const hidden = (values: Record<string, string | number | null>): Html => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input type="hidden" name={name} value={value ?? ''} />
    ))}
  </>
);

type FormContent = {
  input: SessionInput;
  action: string;
  /** For fields of several megabytes, sent unencoded. Percent-encoding could exceed the gateway's limit. */
  large?: boolean | undefined;
  id?: string;
  /** Whether the form opens with unsaved edits. If set, true or false, the script guards edits. */
  unsaved?: boolean;
  children: Child;
};

/** A form on a signed-in page, which includes the account that the page was made for. */
export const Form = ({ input: { session }, action, large, id, unsaved, children }: FormContent): Html => (
  <form
    method="post"
    action={action}
    id={id}
    enctype={large ? 'multipart/form-data' : undefined}
    data-unsaved={unsaved === undefined ? undefined : String(unsaved)}
  >
    {hidden({ account: session.caller.account.id })}
    {children}
  </form>
);

/** Links to a confirmation page, which the script shows as a dialog. */
export const confirmLink = (path: string, label: string, look: 'button' | 'link' = 'button'): Html => (
  <a href={path} class={look === 'button' ? 'button quiet' : undefined} data-asks>
    {label}
  </a>
);

/** The page's note after a form succeeded. Codes outside the fixed list show nothing. */
export function doneNote(search: URLSearchParams, notes: Record<string, string>): Html {
  const code = search.get('done') ?? '';
  return Object.hasOwn(notes, code) ? <Note>{notes[code]}</Note> : nothing;
}

/** Says that something succeeded. */
export const Note = ({ children }: { children: Child }): Html => (
  <div class="note" role="status">
    <p>{children}</p>
  </div>
);
