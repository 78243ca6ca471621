import { packJson, unpackJson } from '../../core/compress.ts';
import { type AppError, invalid } from '../../core/errors.ts';
import type { Id } from '../../core/runtime.ts';
import type { Caller, Paging } from '../context.ts';
import type { ImportRequest } from './import-request.ts';

/** A cursor opens only with the same key and body, which authenticate it but aren't stored in it. */
const boundTo = (caller: Caller, body: ImportRequest): string[] => {
  const { provider, region, resources, dry_run, api_key, account_api_key } = body;
  const about = [provider, region ?? '', resources.join(), String(dry_run)];
  return [caller.account.id, 'migrations', ...about, api_key, account_api_key ?? ''];
};

/** The cursor names the import, whose record knows where to resume. */
export const sealCursor = (
  ctx: Paging,
  caller: Caller,
  body: ImportRequest,
  import_id: Id<'mig'>,
): Promise<string> => ctx.cursors.seal(boundTo(caller, body), packJson({ import_id }).toString('base64'));

const message = 'cursor: does not belong to this import, key, and request body';

/** The cursor doesn't belong to this request, or is too old. */
export const notOfThis = (): AppError => invalid([{ path: 'cursor', rule: 'format', message }]);

/** A cursor's import. Throws 400 if malformed, older than a day, or of another account, key, import, or body. */
export async function openCursor(
  ctx: Paging,
  caller: Caller,
  body: ImportRequest,
  cursor: string,
): Promise<Id<'mig'>> {
  const text = await ctx.cursors.open(boundTo(caller, body), cursor);
  if (text === null) throw notOfThis();
  return unpackJson<{ import_id: Id<'mig'> }>(Buffer.from(text, 'base64')).import_id;
}
