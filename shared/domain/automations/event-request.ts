import * as z from 'zod';
import { addressFault, isAddress } from '../../core/addresses.ts';
import { type Issue, type IssueRule, invalid } from '../../core/errors.ts';
import { adder, addFault, objectField, withoutControls } from '../../core/schemas.ts';

const form = /^[A-Za-z0-9_.:-]{1,100}$/;

/** Prefixes of the service's own events, which customers' events must not imitate. */
const reserved = ['email.', 'contact.', 'automation.'];

/** A custom event's name, compared exactly. */
export const EventName = z
  .string()
  .superRefine((name, context) => {
    const blocked = reserved.find((prefix) => name.startsWith(prefix));
    const add = adder(context);
    if (!form.test(name)) add([], 'format', 'must be 1-100 characters from A-Z a-z 0-9 _ . : -');
    else if (blocked !== undefined) add([], 'blocked', `names that start with ${blocked} are reserved`);
  })
  .meta({ pattern: form.source });

const max_data = 64 * 1024;
const max_depth = 5;

/**
 * How deeply objects and arrays are nested in a value, including the value itself. The parser has already
 * limited that.
 */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** JSON allows 1e400, but as a double it would silently become null. */
const hasFiniteNumbers = (value: unknown): boolean => {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(hasFiniteNumbers);
  return typeof value !== 'number' || Number.isFinite(value);
};

function faultOfData(data: unknown): { rule: IssueRule; message: string } | null {
  if (depthOf(data) > max_depth)
    return {
      rule: 'range',
      message: `must be nested at most ${max_depth} levels deep, including data itself`,
    };
  if (!hasFiniteNumbers(data)) return { rule: 'range', message: 'contains a number that is too large' };
  const bytes = Buffer.byteLength(JSON.stringify(data));
  return bytes > max_data ? { rule: 'length', message: 'at most 64 KB as JSON' } : null;
}

const Data = objectField('must be an object')
  .superRefine((data, context) => {
    const fault = faultOfData(data);
    if (fault) addFault(context, fault);
  })
  .meta({ type: 'object' });

const Email = z
  .string()
  .max(2000, { abort: true })
  .superRefine((value, context) => {
    if (!isAddress(value)) addFault(context, addressFault(value));
  });

const UserId = withoutControls(z.string().min(1).max(255));

export const PostEvent = z
  .object({
    name: EventName,
    user_id: UserId.optional(),
    email: Email.optional(),
    data: Data.optional(),
    dry_run: z.unknown().optional().meta({ type: 'boolean' }),
    automation_id: z.unknown().optional().meta({ type: 'string' }),
  })
  .meta({ id: 'EventRequest' });
export type PostEvent = z.output<typeof PostEvent>;

export const eventAliases = { names: { type: 'name' } };

/** Values in data may contain line breaks. Keys may not. */
export const multilineEventFields = ['data.**'] as const;

/**
 * The automation to dry-run, or null for a real event. `may` says whether a dry run is allowed, which is true
 * for dashboard sessions and false for keys. Throws 400.
 */
export function dryRunOf({ dry_run, automation_id }: PostEvent, may: boolean): string | null {
  const issues = dryRunIssues(dry_run, automation_id, may);
  if (issues.length > 0) throw invalid(issues);
  return dry_run === true ? (automation_id as string) : null;
}

function dryRunIssues(dry_run: unknown, automation_id: unknown, may: boolean): Issue[] {
  // A mistyped dry_run must not start a real run.
  if (dry_run !== undefined && typeof dry_run !== 'boolean')
    return [{ path: 'dry_run', rule: 'type', message: 'dry_run must be true or false' }];
  const path = 'automation_id';
  const asks = dry_run === true;
  const names = automation_id !== undefined;
  if (!may)
    return [...(asks ? ['dry_run'] : []), ...(names ? [path] : [])].map((one) => {
      return { path: one, rule: 'blocked', message: `${one} is not allowed with an API key` };
    });
  if (names && typeof automation_id !== 'string')
    return [{ path, rule: 'type', message: 'automation_id must be a string' }];
  if (asks && !names) return [{ path, rule: 'required', message: 'automation_id is required for a dry run' }];
  return names && !asks
    ? [{ path, rule: 'conflict', message: 'automation_id is allowed only with dry_run: true' }]
    : [];
}
