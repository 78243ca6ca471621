import {
  AttachmentRequest,
  CreatedAttachment,
  createAttachment,
} from '../../shared/domain/attachments/create-attachment.ts';
import type { Attachments, Base } from '../../shared/domain/context.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';

/** Files are registered here, uploaded to the bucket, and then named in a send. */
export const attachments: Resource<Base & Attachments> = resource({
  path: '/attachments',
  id: 'att',
  one: 'attachment',
  many: 'attachments',
  noun: 'an attachment',
  about: 'Upload files that are too large for a request or that you send more than once.',
  read: ['emails:send'],
  write: ['emails:send'],
  tenant_keys: 'own',
  record: CreatedAttachment,
  show: (_ctx, attachment: CreatedAttachment) => attachment,
  create: {
    summary: 'Get a link to upload a file',
    description: "For 24 hours after the upload, you can use the file's id in any email's `attachments`.",
    body: AttachmentRequest,
    aliases: { names: { filename: 'name', contentType: 'content_type' } },
    verb: async (ctx, caller, body) => ({ attachment: await createAttachment(ctx, caller, body) }),
  },
  sample: { name: 'receipt.pdf', content_type: 'application/pdf', size: 20_000 },
});

export const attachmentRoutes = attachments.routes;
