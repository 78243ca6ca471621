import { type Html, markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import type { DashboardContext } from '../context.ts';
import type { Choice } from '../ui/field.tsx';
import { filled, type Refused, showFormOnRefusal } from './acting.ts';
import { callsOf } from './calls.ts';
import { type Asked, confirmPages } from './confirm-pages.ts';
import { listedBy, listPage } from './list.ts';
import { get, may, post } from './pages.ts';
import { button, confirmLink, faults, fieldsOf, form, status, time } from './parts.ts';

type Row = Record<string, string | null>;

/** Parts of a resource that its declaration can't express. */
type More = {
  /** Cells that show more than their field's text. */
  cells?: Record<string, (row: Row) => unknown>;
  /** Choices for a field, from the account's objects. */
  choices?: (input: SessionInput) => Promise<Record<string, Choice[]>>;
};

const noChoices: Record<string, Choice[]> = {};

function cell(field: string, value: string | null | undefined, none = '–'): unknown {
  if (value === null || value === undefined) return none;
  if (field.endsWith('_at')) return time(value);
  return field === 'action' ? status(value) : outside(value);
}

/** A question about a record. Field names in braces are replaced with the field's value. */
const about = (question: string, row: Row): Html =>
  markup`${question.split(/[{}]/).map((part, i) => (i % 2 === 1 ? outside(row[part]) : part))}`;

/**
 * The pages that a resource declares: a list with a form that creates an object, and the delete confirmation.
 */
export function plainPages(
  ctx: DashboardContext,
  resource: Resource<DashboardContext>,
  { cells = {}, choices }: More = {},
): Page<DashboardContext>[] {
  const { path, one, read, write, routes, page } = resource;
  if (page === undefined) throw new Error(`${path} declares no page`);
  const { near = [], columns, empty, add, remove } = page;
  const { call, callList, does } = callsOf(ctx, routes);

  async function list(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const writes = may(input, write);
    const [found, known] = await Promise.all([
      callList<Row>(input, `GET ${path}`),
      writes && choices ? choices(input) : noChoices,
    ]);
    const field = fieldsOf(input.form, issues);
    const fields = add.fields.map((each) =>
      field({ ...each, ...(known[each.name] && { options: known[each.name] }) }),
    );
    return listPage(input, {
      ...found,
      ...listedBy(ctx, resource),
      notes: { added: add.done, deleted: remove.done },
      status: code,
      above:
        near.length > 0
          ? markup`<p>${near.map(([to, title]) => markup`<a href="${to}">${title}</a> `)}</p>`
          : undefined,
      heads: [...columns.map(([, head]) => head), 'Change'],
      row: (row) => [
        ...columns.map(([key, , none]) => cells[key]?.(row) ?? cell(key, row[key], none)),
        writes && confirmLink(`${path}/${row.id}/delete`, remove.label, 'link'),
      ],
      none: empty,
      below:
        writes &&
        markup`<h2>${add.title}</h2>${faults(issues)}${form(input, `${path}/add`, markup`${fields}${button(add.label)}`)}`,
    });
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const answer = await call<Record<string, Row>>(input, `GET ${path}/{id}`);
    const { title, label, question } = remove;
    return { name: title, text: about(question, answer[one] ?? {}), label, back: path };
  }

  const make = does(`POST ${path}`, `${path}?done=added`, ({ form: sent }) => ({
    body: filled(
      sent,
      add.fields.map((each) => each.name),
    ),
  }));
  const end = does(`DELETE ${path}/{id}`, `${path}?done=deleted`);

  return [
    get(path, read, list),
    post(`${path}/add`, write, showFormOnRefusal(list, make)),
    ...confirmPages(`${path}/{id}/delete`, write, ask, end),
  ];
}
