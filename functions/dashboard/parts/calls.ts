import { type Operation, operationsOf } from '../../../shared/http/pages/operations.ts';
import { type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { Run } from './acting.ts';

type Name = Parameters<Operation>[1];
type Asked = Parameters<Operation>[2];

export type Listed<T> = { items: T[]; next: string | null };

/** The query of a list page as its verb takes it, without empty parameters (D27). */
const queryOf = (search: URLSearchParams): Record<string, string> => ({
  limit: '25',
  ...Object.fromEntries(
    [...search]
      .filter(([name, value]) => value !== '' && name !== 'done')
      .map(([name, value]) => [name, name === 'since' || name === 'until' ? inUtc(value) : value]),
  ),
});

/** A time without its zone, as `datetime-local` has it, is in UTC (D40). */
const inUtc = (text: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)
    ? `${text}:00Z`
    : text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/, '$1Z');

export function callsOf(ctx: DashboardContext, routes: Parameters<typeof operationsOf<DashboardContext>>[1]) {
  const call = operationsOf<DashboardContext>(ctx, routes);
  return {
    call,
    /** A list, by the query of the page that shows it. */
    callList: async <T>(
      input: SessionInput,
      name: Name,
      only: Record<string, string> = {},
    ): Promise<Listed<T>> => {
      const query = { ...queryOf(input.search), ...only };
      const answer = await call<Record<string, unknown>>(input, name, { query });
      const items = Object.values(answer).find((value) => Array.isArray(value)) as T[];
      return { items, next: answer.next_cursor as string | null };
    },
    /** The handler of a form that is one operation; `to`: the page after it, with the parameters of its own path. */
    does:
      (name: Name, to: string, asked: (input: SessionInput) => Asked = () => ({})): Run =>
      async (input) => {
        await call(input, name, asked(input));
        return seeOther(to.replace(/\{(\w+)\}/g, (_, param: string) => input.params[param] ?? ''));
      },
  };
}
