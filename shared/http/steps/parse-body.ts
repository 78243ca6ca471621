import { isAppError } from '../../core/errors.ts';
import { parseJson } from '../../core/json-body.ts';
import type { Step } from '../state.ts';

/** The text fields of a form, urlencoded or multipart; none when the bytes are no such form. */
async function formOf(bytes: Uint8Array, type: string): Promise<Record<string, string>> {
  const headers = { 'content-type': type };
  const form = await new Response(Buffer.from(bytes), { headers }).formData().catch(() => null);
  const fields = [...(form ?? [])].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(fields);
}

/** The body as its route takes it: a JSON object (C6), a form, or nothing. */
export const parseBody: Step = async (_ctx, { route, request, bytes }) => {
  if (route.form) return { raw: await formOf(bytes, request.headers.get('content-type') ?? '') };
  if (!route.body) return {};
  const raw = parseJson(bytes);
  if (isAppError(raw)) throw raw;
  return { raw };
};
