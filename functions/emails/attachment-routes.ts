import * as z from 'zod';
import { AttachmentRequest, createAttachment } from '../../shared/domain/attachments/create-attachment.ts';
import { type Route, route } from '../../shared/http/route.ts';
import { Timestamp } from '../../shared/http/schemas.ts';

/** The answer of POST /attachments (H8). */
const CreatedAttachment = z
  .object({
    id: z.string(),
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    upload_url: z.url().meta({
      description:
        'PUT the bytes here, `size` of them, with the headers `Content-Type: <content_type>` and `If-None-Match: *`; the first upload stays',
    }),
    expires_at: Timestamp,
  })
  .meta({ id: 'Attachment' });

/** The attachments group: files are registered here, uploaded to the bucket and named in a send. */
export const attachmentRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/attachments',
    summary: 'Announce a file and get the link to upload it; sends may name it for 24 hours',
    scope: ['emails:send'],
    bucket: 'other',
    tenant_keys: 'own',
    body: AttachmentRequest,
    aliases: { names: { filename: 'name', contentType: 'content_type' } },
    status: 201,
    response: z.object({ attachment: CreatedAttachment }),
    run: async (ctx, { caller, body }) => ({
      body: { attachment: await createAttachment(ctx, caller, body) },
    }),
  }),
];
