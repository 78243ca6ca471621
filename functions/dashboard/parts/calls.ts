import { lruCache } from '../../../shared/core/cache.ts';
import { idTime, timestamp } from '../../../shared/core/runtime.ts';
import { type Operation, operationsOf } from '../../../shared/http/pages/operations.ts';
import { type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { Run } from './acting.ts';

type Name = Parameters<Operation>[1];
type Asked = Parameters<Operation>[2];

export type Listed<T> = {
  items: T[];
  next: string | null;
  /** The time of the last entry that was looked at, where filters left the page short; else null. */
  looked_to: string | null;
};

/** The query of a list page as its verb takes it, without empty parameters. */
const queryOf = (search: URLSearchParams): Record<string, string> => ({
  limit: '25',
  ...Object.fromEntries(
    [...search]
      .filter(([name, value]) => value !== '' && name !== 'done')
      .map(([name, value]) => [name, name === 'since' || name === 'until' ? inUtc(value, name) : value]),
  ),
});

const day_ms = 86_400_000;

/** A time without its zone, as of `datetime-local`, is in UTC; a date is all of its day there, the last one, too. */
function inUtc(text: string, bound: 'since' | 'until'): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const begin = `${text}T00:00:00Z`;
    const at = Date.parse(begin);
    const isDay = !Number.isNaN(at) && timestamp(at).startsWith(text);
    return isDay && bound === 'until' ? timestamp(at + day_ms) : begin;
  }
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00Z`;
  return text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/, '$1Z');
}

/** Cursors, and where the page before each ended: callers cannot read it from the cursor. */
function notingEnds({ cursors }: DashboardContext) {
  const ends = lruCache<string>({ max: 100 });
  const seal: typeof cursors.seal = async (bound, position) => {
    const cursor = await cursors.seal(bound, position);
    ends.set(cursor, position);
    return cursor;
  };
  return { ends, cursors: { ...cursors, seal } };
}

/** The time in an id, whose order is that of its list. */
const timeOf = (position = ''): string | null =>
  /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/.test(position) ? timestamp(idTime(position)) : null;

export function callsOf(ctx: DashboardContext, routes: Parameters<typeof operationsOf<DashboardContext>>[1]) {
  const { ends, cursors } = notingEnds(ctx);
  const call = operationsOf<DashboardContext>({ ...ctx, cursors }, routes);
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
      const next = answer.next_cursor as string | null;
      const short = next !== null && items.length < Number(query.limit);
      return { items, next, looked_to: short ? timeOf(ends.get(next)) : null };
    },
    /** The handler of a form that is one operation; `to`: the page after it, with the parameters of its own path. */
    does:
      (name: Name, to: string, asked: (input: SessionInput) => Asked = () => ({})): Run =>
      async (input) => {
        await call(input, name, asked(input));
        return seeOther(to.replace(/\{(\w+)\}/g, (_, param: string) => input.params[param] ?? ''));
      },
    /**
     * Handlers of forms that are one operation each, whose answer has the page after it. `done`: the note on that page;
     * `body`: of what was sent.
     */
    leads:
      <Answer, Done extends string>(pathOfAnswer: (answer: Answer) => string) =>
      (name: Name, done: Done, body: (sent: URLSearchParams) => Record<string, unknown>): Run =>
      async (input) => {
        const answer = await call<Answer>(input, name, { body: body(input.form) });
        return seeOther(`${pathOfAnswer(answer)}?done=${done}`);
      },
  };
}
