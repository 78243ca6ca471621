import * as z from 'zod';
import {
  AttachmentRequest,
  CreatedAttachment,
  createAttachment,
} from '../../shared/domain/attachments/create-attachment.ts';
import type { Attachments, Base } from '../../shared/domain/context.ts';
import { type Route, route } from '../../shared/http/route.ts';

/** The attachments group: files are registered here, uploaded to the bucket and named in a send. */
export const attachmentRoutes: Route<Base & Attachments>[] = [
  route({
    method: 'POST',
    path: '/attachments',
    summary: 'Register a file and get its upload link',
    description: 'For 24 hours after the upload, emails may name the file by its id in `attachments`.',
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
