import { InvalidArgumentError, Option, type OptionValues } from 'commander';
import { canonicalAddress, isAddress } from '../../shared/core/addresses.ts';
import { isId } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { plans } from '../../shared/domain/limits/plans.ts';
import type { Identities } from '../../shared/domain/ports/sending.ts';

/** Does the work of a parsed command and returns what to print. */
export type Work = (ctx: Context, identities: Identities) => Promise<Record<string, unknown>>;

export type AdminCommand = { about: string; options: Option[]; read: (values: OptionValues) => Work };

/** Prints progress on stderr. Stdout is for the result. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** An option whose value `read` checks. Undefined means invalid. */
export function valued<T>(
  flags: string,
  about: string,
  read: (value: string) => T | undefined,
  expected: string,
): Option {
  return new Option(flags, about).argParser((value: string) => {
    const found = read(value);
    if (found === undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
    return found;
  });
}

export const required = (option: Option): Option => option.makeOptionMandatory();

/** Longer text can't be a key in the table, which allows at most 2,048 bytes. */
export const accountOption = (flags = '--account <acc_…>', about = 'Account id.'): Option =>
  valued(flags, about, (value) => (isId('acc', value) ? value : undefined), 'an account id');

export const emailOption = (): Option =>
  valued(
    '--email <address>',
    'Email address.',
    (value) => (isAddress(value) ? canonicalAddress(value) : undefined),
    'an email address',
  );

export const planOption = (): Option => new Option('--plan <plan>', 'Plan.').choices(Object.keys(plans));

export const tenantOption = (): Option =>
  valued(
    '--tenant <tenant>',
    'The tenant’s external_id or ten_… id.',
    (value) => value || undefined,
    'a tenant',
  );

export const numberOption = (flags: string, about: string, max: number): Option =>
  valued(
    flags,
    about,
    (value) => (/^[1-9]\d{0,5}$/.test(value) && Number(value) <= max ? Number(value) : undefined),
    `a whole number from 1 to ${max.toLocaleString('en')}`,
  );
