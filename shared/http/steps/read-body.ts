import { AppError, isAppError } from '../../core/errors.ts';
import { parseJson } from '../../core/json-body.ts';
import type { Declaration, Step } from '../state.ts';

/** Max bytes of a request body: with a key, without one, and for a form, which has one field. */
const limits = { keyed: 5 * 1024 * 1024, open: 16 * 1024, form: 4 * 1024 };

function limitOf(route: Declaration): number {
  if (route.form) return limits.form;
  return route.scope === null ? limits.open : limits.keyed;
}

function tooLarge(limit: number): AppError {
  const size = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`;
  const hint = 'Upload files with POST /attachments, then list their ids in attachments';
  return new AppError('payload_too_large', `The request body is over ${size}`, {
    details: { limit },
    ...(limit === limits.keyed && { hint }),
  });
}

/** The body's bytes, or 413 before parsing if they exceed the route's limit. */
export const readBody: Step = async (_ctx, { route, request }) => {
  if (!route.body && !route.form) return {};
  const limit = limitOf(route);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > limit) throw tooLarge(limit);
  return { bytes };
};

/** Adds missing dashes to multipart delimiters, which the example in RFC 8058 section 8 lacks. */
function withDashes(bytes: Uint8Array, type: string): Buffer<ArrayBuffer> {
  const body = Buffer.from(bytes).toString('latin1');
  const boundary = /boundary="?([^";\s]+)/i.exec(type)?.[1];
  const lacksThem = boundary !== undefined && body.startsWith(boundary);
  return Buffer.from(lacksThem ? body.replaceAll(boundary, () => `--${boundary}`) : body, 'latin1');
}

/** The text fields of an urlencoded or multipart form. Empty if the body isn't a form. */
async function formOf(bytes: Uint8Array, type: string): Promise<Record<string, string>> {
  const parse = (body: Buffer<ArrayBuffer>) =>
    new Response(body, { headers: { 'content-type': type } }).formData();
  const form = await parse(Buffer.from(bytes))
    .catch(() => parse(withDashes(bytes, type)))
    .catch(() => null);
  const fields = [...(form ?? [])].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(fields);
}

/** The body as the route expects it: a JSON object, a form, or nothing. */
export const parseBody: Step = async (_ctx, { route, request, bytes }) => {
  if (route.form) return { raw: await formOf(bytes, request.headers.get('content-type') ?? '') };
  if (!route.body) return {};
  const raw = parseJson(bytes, { sends: route.bucket === 'send' });
  if (isAppError(raw)) throw raw;
  return { raw };
};
