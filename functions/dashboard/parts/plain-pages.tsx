import { type Html, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import type { DashboardContext } from '../context.ts';
import { Badge, Button } from '../ui/elements.tsx';
import type { Choice } from '../ui/field.tsx';
import { filled, showFormOnRefusal } from './acting.ts';
import { callsOf } from './calls.ts';
import { type Asked, confirmPages } from './confirm-pages.tsx';
import { knownNames } from './known-names.tsx';
import { listedBy, listPage } from './list.tsx';
import { formPage, get, may, newLink, post } from './pages.tsx';
import { confirmLink, time } from './parts.tsx';

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
  return field === 'action' ? <Badge word={value} /> : outside(value);
}

/** A question about a record. Field names in braces are replaced with the field's value. */
const about = (question: string, row: Row): Html => (
  <>{question.split(/[{}]/).map((part, i) => (i % 2 === 1 ? outside(row[part]) : part))}</>
);

/** The pages that a resource declares: a list, the form that creates an object, and the delete confirmation. */
export function plainPages(
  ctx: DashboardContext,
  resource: Resource<DashboardContext>,
  { cells = {}, choices }: More = {},
): Page<DashboardContext>[] {
  const { path, one, read, write, routes, page } = resource;
  if (page === undefined) throw new Error(`${path} declares no page`);
  const { columns, empty, add, remove } = page;
  const { call, callList, does } = callsOf(ctx, routes).unchecked;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const writes = may(input, write);
    return listPage(input, {
      ...(await callList<Row>(input, `GET ${path}`)),
      ...listedBy(ctx, resource),
      notes: { added: add.done, deleted: remove.done },
      action: writes && newLink(`${path}/new`, add.label),
      heads: [...columns.map(([, head]) => head), ...(writes ? ['Action'] : [])],
      row: (row) => [
        ...columns.map(([key, , none]) => cells[key]?.(row) ?? cell(key, row[key], none)),
        ...(writes ? [confirmLink(`${path}/${row.id}/delete`, remove.label, 'link')] : []),
      ],
      none: empty,
    });
  }

  const newPage = formPage({ name: add.title, action: `${path}/add` }, async (field, input) => {
    const kinds = add.fields.flatMap(({ names }) => names ?? []);
    const [known, names] = await Promise.all([choices?.(input) ?? noChoices, knownNames(ctx, input, kinds)]);
    return (
      <>
        {names}
        {add.fields.map((each) => field({ ...each, ...(known[each.name] && { options: known[each.name] }) }))}
        <Button label={add.label} />
      </>
    );
  });

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
    get(`${path}/new`, write, newPage),
    post(`${path}/add`, write, showFormOnRefusal(newPage, make)),
    ...confirmPages(`${path}/{id}/delete`, write, ask, end),
  ];
}
