import type { Caller } from '../context.ts';
import { requireEveryScope } from '../keys/require-scope.ts';
import { openCursor } from './cursor.ts';
import type { MigrationRecord } from './import-record.ts';
import { importScopes, requestOf, type StartImport } from './import-request.ts';
import type { Importing } from './importing.ts';
import { beginImport, continueImport, previewImport } from './requests.ts';

/**
 * POST /migrations: a preview, or one request of an import. Without cursor it begins one, with the cursor of the answer before it
 * goes on. Throws 403, 400 for a cursor and for a key that the provider refuses, 409 while another request works on
 * the import, 429 over the limits of the hour, 502 for a provider that is down (M4, M8, M15).
 */
export async function startImport(
  ctx: Importing,
  caller: Caller,
  body: StartImport,
): Promise<MigrationRecord> {
  requireEveryScope(caller, importScopes(body));
  const request = requestOf(body);
  if (body.cursor !== undefined)
    return continueImport(ctx, caller, request, await openCursor(ctx, caller, request, body.cursor));
  return request.dry_run ? previewImport(ctx, caller, request) : beginImport(ctx, caller, request);
}
