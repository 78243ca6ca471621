import { lruCache } from '../../../shared/core/cache.ts';
import { idTime, timestamp } from '../../../shared/core/runtime.ts';
import { type Operation, operationsOf } from '../../../shared/http/pages/operations.ts';
import { type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { Run } from './acting.ts';
import { inUtc } from './date-fields.ts';

type Name = Parameters<Operation>[1];
type Asked = Parameters<Operation>[2];

export type Listed<T> = {
  items: T[];
  next: string | null;
  /** The time of the last entry examined if filters left the page short, otherwise null. */
  looked_to: string | null;
};

/** A list page's query as operation parameters, without empty ones. */
const queryOf = (search: URLSearchParams): Record<string, string> => ({
  limit: '25',
  ...Object.fromEntries(
    [...search]
      .filter(([name, value]) => value !== '' && name !== 'done')
      .map(([name, value]) => [name, name === 'since' || name === 'until' ? boundOf(value, name) : value]),
  ),
});

const day_ms = 86_400_000;

/**
 * Reads a time without a zone, as from `datetime-local`, as UTC. A date covers its whole day, also as the
 * last day.
 */
function boundOf(text: string, bound: 'since' | 'until'): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const begin = `${text}T00:00:00Z`;
    const at = Date.parse(begin);
    const isDay = !Number.isNaN(at) && timestamp(at).startsWith(text);
    return isDay && bound === 'until' ? timestamp(at + day_ms) : begin;
  }
  return inUtc(text);
}

/** Records where the previous page ended, because callers can't read that from a cursor. */
function notingEnds({ cursors }: DashboardContext) {
  const ends = lruCache<string>({ max: 100 });
  const seal: typeof cursors.seal = async (bound, position) => {
    const cursor = await cursors.seal(bound, position);
    ends.set(cursor, position);
    return cursor;
  };
  return { ends, cursors: { ...cursors, seal } };
}

/** The time encoded in an id. Lists are sorted by it. */
const timeOf = (position = ''): string | null =>
  /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/.test(position) ? timestamp(idTime(position)) : null;

export function callsOf(ctx: DashboardContext, routes: Parameters<typeof operationsOf<DashboardContext>>[1]) {
  const { ends, cursors } = notingEnds(ctx);
  const call = operationsOf<DashboardContext>({ ...ctx, cursors }, routes);
  return {
    call,
    /** Reads a list with its page's query. */
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
    /**
     * The handler for a form with a single operation. `to` is the next page, with this page's path
     * parameters.
     */
    does:
      (name: Name, to: string, asked: (input: SessionInput) => Asked = () => ({})): Run =>
      async (input) => {
        await call(input, name, asked(input));
        return seeOther(to.replace(/\{(\w+)\}/g, (_, param: string) => input.params[param] ?? ''));
      },
    /**
     * Handlers for forms with a single operation, whose response determines the next page. `done` is that
     * page's note, and `body` builds the request from the form.
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
