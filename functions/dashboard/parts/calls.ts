import { lruCache } from '../../../shared/core/cache.ts';
import { idTime, timestamp } from '../../../shared/core/runtime.ts';
import type { EventAnswer } from '../../../shared/domain/automations/event-record.ts';
import { type Operation, operationsOf } from '../../../shared/http/pages/operations.ts';
import { type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import type { Answers as ApiAnswers } from '../generated/answers.ts';
import type { Run } from './acting.ts';
import { boundOf } from './date-fields.ts';

/** The responses of all operations. Only the dashboard reads stored events. */
type Answers = ApiAnswers & { 'GET /events/{id}': EventAnswer };
type Name = keyof Answers;
type Asked = Parameters<Operation>[2];

/** Runs an operation. The name determines the response type. */
export type Call = <N extends Name>(
  page: Parameters<Operation>[0],
  name: N,
  asked?: Asked,
) => Promise<Answers[N]>;

export type UncheckedCall = <Answer>(...asked: Parameters<Operation>) => Promise<Answer>;

type MemberOf<Answer> = Answer extends object ? keyof Answer : never;
type With<Answer, Member> = Answer extends object
  ? Member extends keyof Answer
    ? Answer & Required<Pick<Answer, Member>>
    : never
  : never;

/** Narrows a response to the type that has this member. Throws if the member is missing. */
export function having<Answer, Member extends MemberOf<Answer>>(
  answer: Answer,
  member: Member,
): With<Answer, Member> {
  if (!Object.hasOwn(Object(answer), member)) throw new Error(`The answer has no ${String(member)}`);
  return answer as With<Answer, Member>;
}

/** Operations whose response can have a member. */
export type NameWith<Member> = { [N in Name]: With<Answers[N], Member> extends never ? never : N }[Name];

type ItemOf<Answer> = {
  [Member in keyof Answer]: Answer[Member] extends (infer T)[] ? T : never;
}[keyof Answer];

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
  const run = operationsOf<DashboardContext>({ ...ctx, cursors }, routes);
  const call = run as Call;

  /** The same for names that are only known at run time. */
  const unchecked = {
    call: run as UncheckedCall,
    /** Reads a list with its page's query. */
    async callList<T>(input: SessionInput, name: string, only: Record<string, string> = {}) {
      const query = { ...queryOf(input.search), ...only };
      const answer = await unchecked.call<Record<string, unknown>>(input, name, { query });
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
      (name: string, to: string, asked: (input: SessionInput) => Asked = () => ({})): Run =>
      async (input) => {
        await run(input, name, asked(input));
        return seeOther(to.replace(/\{(\w+)\}/g, (_, param: string) => input.params[param] ?? ''));
      },
  };

  return {
    call,
    unchecked,
    callList: <N extends NameWith<'next_cursor'>>(
      input: SessionInput,
      name: N,
      only?: Record<string, string>,
    ): Promise<Listed<ItemOf<Answers[N]>>> => unchecked.callList(input, name, only),
    does: (name: Name, ...rest: [to: string, asked?: (input: SessionInput) => Asked]): Run =>
      unchecked.does(name, ...rest),
  };
}
