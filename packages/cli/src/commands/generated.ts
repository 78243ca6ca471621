import { randomUUID } from 'node:crypto';
import { dataOf, fieldValues, optionName } from '../body.ts';
import type { CommandSpec, Input } from '../command.ts';
import { UsageError } from '../io.ts';
import type { Operation } from '../operations/derive.ts';
import type { Field } from '../operations/fields.ts';
import { isObject, printItems, printJson, printLine, printObject, type Row, visible } from '../output.ts';
import { limitOf, listOptions, pagesOf } from '../pages.ts';
import type { Custom } from './custom.ts';

const pathNames = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The path with its arguments filled in. */
function pathOf({ path }: Operation, args: readonly string[]): `/${string}` {
  let at = 0;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = args[at++] ?? '';
    if (value === '.' || value === '..') throw new UsageError(`<${name}> can't be "${value}"`);
    return encodeURIComponent(value);
  }) as `/${string}`;
}

const asks = ({ name }: Operation, custom: Custom): boolean =>
  name.endsWith(' delete') && custom.asks !== false;

const subjectOf = ({ args }: Input, query: Row): string => [...args, ...Object.values(query)].join(' ');

const doneWords: Record<string, string> = { delete: 'deleted', remove: 'removed' };

/** Throws or returns false unless the user confirms. */
async function isConfirmed(input: Input, { about }: Operation, query: Row): Promise<boolean> {
  const { io, values } = input;
  if (values.yes === true) return true;
  if (io.ask === undefined) throw new UsageError('Not running in a terminal. Pass --yes to confirm.');
  const answer = await io.ask(`${about.split(';')[0]}: ${subjectOf(input, query)}? [y/N] `, {
    hidden: false,
  });
  return /^y(es)?$/i.test(answer.trim());
}

async function list(input: Input, operation: Operation, custom: Custom, query: Row): Promise<void> {
  const limit = limitOf(input);
  const rows: Row[] = [];
  for await (const page of pagesOf(input, pathOf(operation, input.args), query, limit)) {
    if (input.json) for (const one of page) printJson(input.io, one);
    else rows.push(...page);
  }
  if (!input.json) printItems(input, rows, custom.columns ?? operation.columns ?? []);
}

/** The values of a command's fields: from arguments, options, and the command itself. */
function valuesOf(input: Input, operation: Operation, custom: Custom, fields: readonly Field[]): Row {
  const from = pathNames(operation).length;
  const all = {
    ...custom.set?.(input),
    ...Object.fromEntries((custom.args ?? []).map((name, at) => [name, input.args[from + at]])),
    ...fieldValues(fields, input.values, custom.also),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => fields.some((field) => field.name === name)),
  );
}

/** The response's only member, or the whole response if it has several. */
function unwrapped(answer: unknown): unknown {
  const [only, ...others] = isObject(answer) ? Object.values(answer) : [];
  return typeof only === 'object' && only !== null && others.length === 0 ? only : answer;
}

/** A response with one object in it, such as a key and its secret, as that object with more fields. */
function merged(answer: Row): Row {
  const [[name, object] = [], ...others] = Object.entries(answer).filter(([, value]) => isObject(value));
  if (name === undefined || others.length > 0) return answer;
  const { [name]: _, ...rest } = answer;
  return { ...(object as Row), ...rest };
}

function print(input: Input, custom: Custom, answer: unknown): void {
  const { io, json } = input;
  const shown = unwrapped(answer);
  if (typeof shown === 'string') io.out(io.columns ? shown.split(/\r?\n/).map(visible).join('\n') : shown);
  else if (Array.isArray(shown)) printItems(input, shown, custom.columns ?? Object.keys(shown[0] ?? {}));
  else if (custom.print) custom.print(input, shown as Row);
  else printObject(input, json || shown !== answer ? (shown as Row) : merged(shown as Row));
}

async function run(input: Input, operation: Operation, custom: Custom): Promise<number> {
  const { client, io, values } = input;
  const { method, action, keyed, body: fields } = operation;
  const query = valuesOf(input, operation, custom, operation.query);
  if (operation.columns) return list(input, operation, custom, query).then(() => 0);
  if (asks(operation, custom) && !(await isConfirmed(input, operation, query))) return 1;
  const body = fields && {
    ...(await dataOf(input)),
    ...valuesOf(input, operation, custom, fields),
    ...(action && { action }),
  };
  // Without a response, repeating an action might do it twice.
  const key = values.idempotencyKey ?? (keyed && !action ? `cli-${randomUUID()}` : undefined);
  const answer = await client.request<unknown>(method, pathOf(operation, input.args), {
    query: query as Record<string, string>,
    ...(body && { body }),
    ...(key !== undefined && { idempotencyKey: String(key) }),
  });
  const done = isObject(answer) && answer.ok === true && doneWords[operation.name.split(' ').at(-1) ?? ''];
  if (done && !input.json && !custom.print) printLine(io, `${subjectOf(input, query)} ${done}`);
  else print(input, custom, answer);
  return 0;
}

const flagsOf = ({ name, type, nullable }: Field): string => {
  const option = optionName(name);
  if (type === 'boolean') return `--[no-]${option}`;
  const value = { list: '<values...>', pairs: '<name=value...>', number: '<number>', text: '<text>' };
  return `--${nullable ? '[no-]' : ''}${option} ${value[type ?? 'text']}`;
};

const keyOption = [
  '--idempotency-key <key>',
  'Repeating the command with the same key has no further effect.',
] as const;

function optionsOf(operation: Operation, custom: Custom): NonNullable<CommandSpec['options']> {
  const { query, body, columns, keyed, rest } = operation;
  const isOption = ({ name }: Field) => custom.only?.includes(name) ?? !custom.args?.includes(name);
  const aboutOf = ({ about = '', required }: Field): string => {
    const text = required ? `${about} Required.`.trim() : about;
    // The command sets its own value.
    return custom.set ? text.replace(/ ?Required\.$/, '') : text;
  };
  const own = [...query, ...(body ?? [])]
    .filter(isOption)
    .map((field) => [flagsOf(field), aboutOf(field)] as const);
  const data = `The request body as JSON${rest ? `, for fields such as ${rest.join(', ')}` : ''}. Use @file to read a file, or - to read standard input.`;
  return [
    ...own,
    ...((body?.length || rest) && !custom.only ? [['--data <json>', data] as const] : []),
    ...(columns ? listOptions : []),
    ...(keyed ? [keyOption] : []),
    ...(asks(operation, custom) ? [['--yes', 'Skip the confirmation.'] as const] : []),
  ];
}

/** An operation's command, with its overrides. */
export function commandOf(
  operation: Operation,
  { name = operation.name, ...custom }: Custom & { name?: string },
): CommandSpec {
  return {
    name,
    about: custom.about ?? operation.about,
    args: [...pathNames(operation), ...(custom.args ?? [])].map((one) => `<${one}>`),
    options: optionsOf(operation, custom),
    hidden: [...operation.query, ...(operation.body ?? [])].flatMap((field) => {
      const older = custom.also?.[field.name];
      return older === undefined ? [] : flagsOf({ ...field, name: older });
    }),
    notes: operation.notes ? [operation.notes] : [],
    example: custom.example ?? operation.example,
    run: (input) => run(input, operation, custom),
  };
}
