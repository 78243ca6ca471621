import { AppError, type Issue, invalid } from '../../core/errors.ts';
import type { Category } from '../../core/records/emails.ts';
import { checkAttachments, type UploadReference } from '../../mail/attachments.ts';
import { checkHeaders } from '../../mail/headers.ts';
import { checkManaged, markParts } from '../content/managed-unsubscribe.ts';
import type { Content } from '../content/pack.ts';
import { distinctRecipients, type Recipients } from './recipients.ts';
import type { SendRequest } from './send-request.ts';
import { checkTemplateUse } from './use-template.ts';

const maxRecipients = 50;

/** A send request that is sound by itself; what a template gives it, `useTemplate` adds. */
export type CheckedRequest = {
  recipients: Recipients;
  /** The addresses of to, cc, bcc in that order, for comparing (C8). */
  canonical: string[];
  /** With the marker for each `{{unsubscribe_url}}` where managed unsubscribe is on (Q6). */
  subject: string;
  content: Content;
  /** Files that are still to be looked up; `useUploads` puts them among the attachments. */
  uploads: UploadReference[];
  category: Category;
  /** Alias of the template that it was filled from. */
  template: string | null;
};

function checkRecipients(recipients: Recipients, count: number): Issue[] {
  if (recipients.to.length === 0)
    return [{ path: 'to', rule: 'length', message: 'to: at least one address' }];
  if (count <= maxRecipients) return [];
  return [
    { path: 'to', rule: 'length', message: `to, cc and bcc: at most ${maxRecipients} addresses in all` },
  ];
}

/** POST /emails rule 8: the body of a scheduled email is kept, attachments are not. */
function checkSchedule(request: SendRequest): Issue[] {
  if (request.scheduled_at === undefined || !request.attachments?.length) return [];
  const message = 'attachments cannot be sent with scheduled_at';
  return [{ path: 'attachments', rule: 'conflict', message }];
}

/**
 * Everything that can be said of a request without the clock and without stored state: what comes before a
 * replay (Q1). Throws 400 with all issues, 413 when the attachments are too large together.
 */
export function checkRequest(request: SendRequest): CheckedRequest {
  const { recipients, canonical } = distinctRecipients(request);
  const attached = checkAttachments(request.attachments);
  const unsubscribe = request.unsubscribe === true;
  const issues = [
    ...(request.template === undefined ? [] : checkTemplateUse(request)),
    ...checkSchedule(request),
    ...checkRecipients(recipients, canonical.length),
    ...checkHeaders(request.headers),
    ...checkManaged(unsubscribe, request.headers),
    ...attached.issues,
  ];
  if (issues.length > 0) throw invalid(issues);
  if (attached.too_large) throw new AppError('payload_too_large', 'Attachments are over 25 MB in all');
  const { subject, html, text } = markParts(unsubscribe, {
    subject: request.subject ?? '',
    html: request.html ?? null,
    text: request.text ?? null,
  });
  const content: Content = {
    html,
    text,
    headers: (request.headers ?? {}) as Record<string, string>,
    attachments: attached.attachments,
    unsubscribe,
  };
  const category = request.category ?? 'transactional';
  const { uploads } = attached;
  return { recipients, canonical, subject, content, uploads, category, template: null };
}
