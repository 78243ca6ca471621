import type * as z from 'zod';
import { type Issue, isAppError } from '../../shared/core/errors.ts';
import type { Json } from '../../shared/core/json-path.ts';
import { parseOrRefuse } from '../../shared/http/parse.ts';
import { issuesOf } from '../support/read-fields.ts';
import { routes, title } from '../support/routes.ts';

/** Values of each type of JSON, and those that break bounds. */
const wrong = [
  ...[5, -1, 1.5, 1e15, true, '', 'x', 'x'.repeat(5_000), [], [5], [[]], ['x'], [{}], [null], {}, { a: 5 }],
  ...[{ email: 5 }, { id: 5, variables: 5 }, { event: 5, conditions: 5 }, Array(2_000).fill('x')],
];

const types = ['send_email', 'send_sms', 'delay', 'wait_for_event', 'condition', 'webhook', 'none', 5];
const stepFields =
  `from to template subject html tags category text seconds until offset_seconds between time_zone event
  timeout_seconds on_timeout match all any skip_to url method headers body name id unsubscribe`.split(/\s+/);

/** A step with one field of each wrong value, for those of each type. */
const steps: Json[] = types.flatMap((type) =>
  stepFields.flatMap((field) => wrong.map((value) => ({ steps: [{ type, [field]: value }] }))),
);

const bodiesOf = (name: string, body: z.ZodType): Json[] => {
  const { shape = {} } = body as unknown as { shape?: object };
  const one = Object.keys(shape).flatMap((field) => wrong.map((value) => ({ [field]: value })));
  return [{}, ...one, ...(name.endsWith(' /automations') ? steps : [])];
};

/** The beginnings of all sentences of zod's English. */
const ofZod =
  /Invalid|\b[Ee]xpected\b|, received|Too (?:big|small)|Unrecognized|Unknown (?:error|key)|undefined|NaN/;

test.each(routes.filter(({ body }) => body).map((route) => [title(route), route] as const))(
  '%s says what is wrong in our words, whatever is sent [C9]',
  (name, { body }) => {
    const messages = bodiesOf(name, body as z.ZodType).flatMap((raw) => issuesOf(name, raw));
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.map(({ message }) => message).filter((message) => ofZod.test(message))).toEqual([]);
  },
);

function issuesOfQuery(query: z.ZodType, value: Json): Issue[] {
  try {
    parseOrRefuse(query, value);
    return [];
  } catch (error) {
    if (isAppError(error)) return error.details?.issues as Issue[];
    throw error;
  }
}

test.each(routes.filter(({ query }) => query).map((route) => [title(route), route] as const))(
  'the query of %s is refused in our words [C9]',
  (_name, { query }) => {
    const { shape = {} } = query as unknown as { shape?: object };
    const messages = Object.keys(shape).flatMap((field) =>
      ['', 'x', '-1', '0', '1e9', 'x'.repeat(5_000)].flatMap((value) =>
        issuesOfQuery(query as z.ZodType, { [field]: value }),
      ),
    );
    expect(messages.map(({ message }) => message).filter((message) => ofZod.test(message))).toEqual([]);
  },
);
