import { routeGroups } from '../../functions/routes.ts';
import { isAppError } from '../../shared/core/errors.ts';
import { parseJson } from '../../shared/core/json-body.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { Route } from '../../shared/http/route.ts';
import type { RequestState } from '../../shared/http/state.ts';
import { readFields } from '../../shared/http/steps/read-fields.ts';
import { bodyLimit } from './json.ts';
import { flat, type Parser, parser, type Shape } from './parser.ts';

/** What every route with a body does with it before its verb runs. */
function read(route: Route, bytes: Buffer) {
  const raw = parseJson(bytes);
  if (isAppError(raw)) return raw;
  try {
    return readFields({} as Context, { route, raw } as unknown as RequestState);
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

/** A body whose fields have this many bytes each and together make the size. */
const filled =
  (fields: string[], value: (size: number) => string): Shape<Buffer> =>
  (size) => {
    const each = value(Math.floor(size / fields.length) - 20);
    return Buffer.from(flat(`{${fields.map((field) => `"${field}":${each}`).join()}}`));
  };

const member = (i: number) => String(i).padStart(56, 'x');
const many = (size: number, one: (i: number) => string) =>
  Array.from({ length: Math.floor(size / one(0).length) }, (_, i) => one(i)).join();

/** A new endpoint joins the table through its declaration. */
export const routeParsers: Parser[] = Object.values(routeGroups)
  .flat()
  .flatMap((route) => {
    if (route.body === undefined) return [];
    const { shape = {} } = route.body as { shape?: Record<string, unknown> };
    const fields = Object.keys(shape);
    if (fields.length === 0) throw new Error(`${route.path}: a body of no fields`);
    return [
      parser(`fields of ${route.method} ${route.path}`, bodyLimit, (bytes: Buffer) => read(route, bytes), {
        'one string each': filled(fields, (size) => `"${'x'.repeat(size)}"`),
        'one string outside Latin each': filled(fields, (size) => `"${'й'.repeat(size / 2)}"`),
        'one string of quotes that nothing closes each': filled(
          fields,
          (size) => `"\\"${'\\\\\\"'.repeat(size / 4)}<"`,
        ),
        'a list of many each': filled(fields, (size) => `[${many(size, (i) => `"${member(i)}"`)}]`),
        'many names near a field': (size) =>
          Buffer.from(`{${many(size, (i) => `"${fields[0]}${i % 10}${i}":"${member(i)}"`)}}`),
        'many members each': filled(fields, (size) => `{${many(size, (i) => `"${member(i)}":1`)}}`),
      }),
    ];
  });
