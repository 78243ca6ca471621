import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Issue, invalid } from '../../shared/core/errors.ts';
import type { Plan } from '../../shared/core/records/accounts.ts';
import { type Id, isId } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { plans } from '../../shared/domain/limits/plans.ts';
import type { Identities } from '../../shared/domain/ports/sending.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

export const string = { type: 'string' } as const;
export const boolean = { type: 'boolean' } as const;

export const issue = (path: string, rule: Issue['rule'], message: string) =>
  invalid([{ path, rule, message }]);

/** The options of a command line; validation_error for one that the command does not have, or without its value. */
export function readOptions(args: string[], options: Options): Values {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values as Values;
  } catch (error) {
    // Node's first sentence names the option; the second is about positional arguments.
    const [message = ''] = String((error as Error).message).split(/\. |\n/);
    throw issue('options', 'unknown', message);
  }
}

export function text(values: Values, name: string): string {
  const value = values[name];
  if (typeof value === 'string' && value !== '') return value;
  throw issue(`--${name}`, 'required', `--${name} is required`);
}

/** An option that names an account. No other text is looked up: a key of the table has at most 2,048 bytes. */
export function accountOf(values: Values, name = 'account'): Id<'acc'> {
  const account = text(values, name);
  if (isId('acc', account)) return account;
  throw issue(`--${name}`, 'format', `--${name} is not an id of an account`);
}

export const planNames = Object.keys(plans).join('|');

export function planOf(value: string): Plan {
  if (Object.hasOwn(plans, value)) return value as Plan;
  throw issue('--plan', 'enum', `--plan is one of ${Object.keys(plans).join(', ')}`);
}

/** A whole number from 1 to `most`; `usual` where the option is absent. */
export function wholeOf<Usual>(
  values: Values,
  name: string,
  { most, usual }: { most: number; usual: Usual },
) {
  const value = values[name];
  if (value === undefined) return usual;
  if (typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) && Number(value) <= most)
    return Number(value);
  throw issue(`--${name}`, 'range', `--${name} is a whole number from 1 to ${most}`);
}

/** A command whose options are checked: does its work and returns what is printed. */
export type Work = (ctx: Context, identities: Identities) => Promise<Record<string, unknown>>;

export type Command = {
  /** Its options, as the usage text shows them. */
  synopsis: string;
  about: string;
  options: Options;
  read: (values: Values) => Work;
};
