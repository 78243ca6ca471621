import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Issue, invalid } from '../../shared/core/errors.ts';
import type { Plan } from '../../shared/core/records/accounts.ts';
import { plans } from '../../shared/domain/limits/plans.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

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

export const planNames = Object.keys(plans).join('|');

export function planOf(value: string): Plan {
  if (Object.hasOwn(plans, value)) return value as Plan;
  throw issue('--plan', 'enum', `--plan is one of ${Object.keys(plans).join(', ')}`);
}

export function rateOf(value: Values[string]): number | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw issue('--requests-per-second', 'range', '--requests-per-second is a whole number from 1 to 999999');
}

export function pageSizeOf(value: Values[string]): number {
  if (value === undefined) return 100;
  if (typeof value === 'string' && /^[1-9]\d{0,2}$/.test(value) && Number(value) <= 100) return Number(value);
  throw issue('--limit', 'range', '--limit is a whole number from 1 to 100');
}
