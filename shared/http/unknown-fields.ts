import type * as z from 'zod';
import type { Issue } from '../core/errors.ts';
import { issuePath } from '../core/json-body.ts';
import { isObject, type Json, type Step } from '../core/json-path.ts';
import { nearestName, plainName } from '../core/nearest-name.ts';
import type { Aliases, Strict } from './route.ts';

/**
 * The maximum number of names to report and to compare. If a body has more unknown names, they aren't typos.
 */
const max = { issues: 100, compared: 1_000 };

type Schema = z.core.$ZodType;
type Defined = z.core.$ZodTypes['_zod']['def'];

const defOf = (schema: Schema) => schema._zod.def as Defined;

/** The schema with the field names, without its wrappers. */
function unwrapped(schema: Schema): Schema {
  const def = defOf(schema);
  if ('innerType' in def) return unwrapped(def.innerType);
  if (def.type === 'lazy') return unwrapped((schema as z.core.$ZodLazy)._zod.innerType);
  if (def.type !== 'pipe') return schema;
  return unwrapped(defOf(def.in).type === 'transform' ? def.out : def.in);
}

/** The union branch that fits a value. Undefined if no branch has its fields. */
function branchOf(def: Defined & { type: 'union' }, value: object): Schema | undefined {
  if ('discriminator' in def) {
    const name = def.discriminator as string;
    return def.options.find(({ _zod }) => _zod.propValues?.[name]?.has((value as Json)[name] as string));
  }
  const kind = Array.isArray(value) ? 'array' : 'object';
  return def.options.find((option) => defOf(unwrapped(option)).type === kind);
}

type Reading = { aliases?: Aliases | undefined; strict?: Strict | undefined; response?: Schema };
type Found = { issues: Issue[]; compared: number };

/** The aliases of the body's fields, or of a list member's fields. */
const aliasesAt = (
  { names = {}, each = {} }: Aliases = {},
  path: readonly Step[],
): Record<string, string> => {
  if (path.length === 0) return names;
  return path.length === 2 && typeof path[1] === 'number' ? (each[String(path[0])] ?? {}) : {};
};

const adviceFor = ({ elsewhere = {} }: Strict, path: readonly Step[]): string => {
  const name = plainName(
    path
      .filter((step) => typeof step === 'string')
      .join('.')
      .slice(0, 128),
  );
  const names = [name, name.slice(0, name.indexOf(':') + 1)];
  const found = names.find((one) => Object.hasOwn(elsewhere, one));
  return found === undefined ? '' : ` ${elsewhere[found]}`;
};

/** Whether the response record includes this field. Callers often change a record and send it all back. */
function isAnswered(name: string, response: Schema | undefined): boolean {
  const { shape = {} } = (response ?? {}) as { shape?: Record<string, { shape?: object }> };
  return Object.values(shape).some((record) => Object.hasOwn(record.shape ?? {}, name));
}

/** The issue for an unknown name. Null if the body isn't strict and no known name is close. */
function issueOf(path: Step[], known: Map<string, string>, { strict, response }: Reading): Issue | null {
  const name = String(path.at(-1));
  const near = nearestName(name, [...known.keys()]);
  if (strict === undefined && (near === null || (path.length === 1 && isAnswered(name, response))))
    return null;
  const meant = near === null ? '' : ` Did you mean ${known.get(near)}?`;
  const at = issuePath(path);
  const advice = strict === undefined ? meant : adviceFor(strict, path) || meant;
  return { path: at, rule: 'unknown', message: `Unknown field ${at}.${advice}` };
}

function checkMembers(
  shape: Record<string, Schema>,
  value: Json,
  path: Step[],
  reading: Reading,
  found: Found,
) {
  const { aliases, strict } = reading;
  const others = aliasesAt(aliases, path);
  const own = Object.keys(shape).map((name) => [name, name] as const);
  const known = new Map([...Object.entries(others), ...own]);
  const refused = path.length === 0 ? (strict?.refused ?? []) : [];
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(shape, name)) visit(shape[name] as Schema, member, [...path, name], reading, found);
    if (known.has(name) || refused.includes(name)) continue;
    if (found.issues.length === max.issues || found.compared++ > max.compared) return;
    const issue = issueOf([...path, name], known, reading);
    if (issue !== null) found.issues.push(issue);
  }
}

function visit(schema: Schema, value: unknown, path: Step[], reading: Reading, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  const def = defOf(unwrapped(schema));
  if (def.type === 'union') {
    const branch = branchOf(def, value);
    if (branch !== undefined) visit(branch, value, path, reading, found);
  } else if (def.type === 'array' && Array.isArray(value)) {
    for (const [i, item] of value.entries()) visit(def.element, item, [...path, i], reading, found);
  } else if (def.type === 'object' && isObject(value)) checkMembers(def.shape, value, path, reading, found);
}

/**
 * Unknown fields of a body, each with the probable name: all of them if the route is strict, otherwise those within
 * two edits of a field. Objects with caller-defined names accept any.
 */
export function unknownFields(body: Schema, value: Json, reading: Reading): Issue[] {
  const found: Found = { issues: [], compared: 0 };
  visit(body, value, [], reading, found);
  return found.issues;
}
