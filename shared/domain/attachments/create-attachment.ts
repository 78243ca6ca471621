import * as z from 'zod';
import { type Issue, invalid } from '../../core/errors.ts';
import type { Upload } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { Timestamp } from '../../core/schemas.ts';
import { checkFile, maxFileBytes } from '../../mail/attachments.ts';
import type { Attachments, Base, Caller } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { storedLimitsOf } from '../limits/plans.ts';
import { limitError } from '../limits/send-limits.ts';

const upload_s = 3600;

/** The body of POST /attachments. Name and type follow the rules for files in a send. */
export const AttachmentRequest = z
  .object({
    name: z.string(),
    content_type: z.string().optional(),
    size: z.int().min(0).max(maxFileBytes),
  })
  .meta({ id: 'AttachmentRequest' });
export type AttachmentRequest = z.output<typeof AttachmentRequest>;

/** The response. The caller sends `PUT upload_url` with `content_type` as Content-Type before `expires_at`. */
export const CreatedAttachment = z
  .object({
    id: z.string(),
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    upload_url: z.url(),
    expires_at: Timestamp,
  })
  .meta({ id: 'Attachment' });
export type CreatedAttachment = z.output<typeof CreatedAttachment>;

/** How the upload counts toward the account's daily bytes (UTC). Null for no limit. */
function countingOf(
  { settings }: Base,
  { account }: Caller,
  { size: recipients }: Upload,
  expires_at: number,
) {
  const { upload_bytes_day: day_limit } = storedLimitsOf(account, settings);
  if (day_limit === null) return null;
  const owner = account.id;
  return { limit: { owner, kind: 'uploads' as const, recipients, day_limit, month_limit: null }, expires_at };
}

/**
 * POST /attachments (H8 [X]): registers a file and returns its upload URL. Any key of the account may send
 * the file for 24 hours after the upload. If a tenant-limited key created it, only that tenant's keys may
 * send it. Throws 400, and 429 plan_limit when the account's daily upload bytes (UTC) are used up.
 */
export async function createAttachment(
  ctx: Base & Attachments,
  caller: Caller,
  request: AttachmentRequest,
): Promise<CreatedAttachment> {
  requireScope(caller, ['emails:send']);
  const issues: Issue[] = [];
  const file = checkFile(request, (path, rule, message) => {
    issues.push({ path, rule, message });
    return undefined;
  });
  if (file === undefined) throw invalid(issues);
  const now = ctx.runtime.now();
  const upload: Upload = {
    id: ctx.runtime.id('att'),
    account: caller.account.id,
    tenant: caller.tenant,
    ...file,
    size: request.size,
    created_at: timestamp(now),
  };
  const link = await ctx.attachments.link(upload, upload_s);
  const created = await ctx.attachments.create(upload, countingOf(ctx, caller, upload, link.expires_at));
  if (created !== 'created') throw limitError(created.exceeded, { settings: ctx.settings, tenant: null });
  const { id, name, content_type, size } = upload;
  return { id, name, content_type, size, upload_url: link.url, expires_at: timestamp(link.expires_at) };
}
