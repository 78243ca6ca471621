import { type Issue, invalid } from '../../core/errors.ts';
import type { StoredUpload } from '../../core/records/emails.ts';
import { type Id, isId } from '../../core/runtime.ts';
import type { UploadReference } from '../../mail/attachments.ts';
import type { Attachments, Base, Caller } from '../context.ts';
import type { Submission } from './submission.ts';

const usable_ms = 24 * 3_600_000;

export type FoundUploads = ReadonlyMap<string, StoredUpload>;

/** The uploaded files that a send names, if its caller may send them. Takes one round trip. */
export async function findUploads(
  ctx: Attachments,
  caller: Caller,
  references: UploadReference[],
): Promise<FoundUploads> {
  const ids = [...new Set(references.map(({ id }) => id))].filter((id): id is Id<'att'> => isId('att', id));
  const found = ids.length === 0 ? [] : await ctx.attachments.find(caller.account.id, ids);
  const { tenant } = caller;
  const open = found
    .filter((upload) => upload !== null)
    .filter((upload) => tenant === null || upload.tenant === tenant);
  return new Map(open.map((upload) => [upload.id, upload]));
}

function faultOf(ctx: Base, upload: StoredUpload | undefined): string | null {
  if (upload === undefined) return 'unknown uploaded file';
  const { stored } = upload;
  if (stored === null) return 'nothing has been uploaded yet';
  if (stored.size !== upload.size)
    return `${stored.size} bytes were uploaded, but ${upload.size} were announced`;
  return ctx.runtime.now() >= stored.at + usable_ms ? 'uploaded more than 24 hours ago' : null;
}

/** The submission with uploaded files in place; 400 at `attachments[n].id` for those that can't be sent. */
export function resolveUploads<S extends Submission>(ctx: Base, submission: S, found: FoundUploads): S {
  if (submission.uploads.length === 0) return submission;
  const attachments = [...submission.attachments];
  const issues: Issue[] = [];
  for (const { index, id, content_id } of submission.uploads) {
    const upload = found.get(id);
    const fault = faultOf(ctx, upload);
    if (upload === undefined || !upload.stored || fault !== null) {
      issues.push({ path: `attachments[${index}].id`, rule: 'unknown', message: `attachments: ${fault}` });
      continue;
    }
    const { name, content_type, size, stored } = upload;
    const file = { name, content_type, size, upload: upload.id, etag: stored.etag };
    attachments.splice(index, 0, { ...file, ...(content_id !== undefined && { content_id }) });
  }
  if (issues.length > 0) throw invalid(issues);
  return { ...submission, attachments, uploads: [] };
}
