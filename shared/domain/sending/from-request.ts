import { AppError, type Issue, invalid } from '../../core/errors.ts';
import type { EmailSource } from '../../core/records/emails.ts';
import { checkAttachments } from '../../mail/attachments.ts';
import { checkHeaders } from '../../mail/headers.ts';
import { takeOriginalId } from '../../mail/original-id.ts';
import { checkManaged, markParts, maybeManaged } from '../content/managed-unsubscribe.ts';
import type { Idempotency } from './idempotency.ts';
import { distinctRecipients, type Recipients } from './recipients.ts';
import type { SendRequest } from './send-request.ts';
import type { Submission } from './submission.ts';
import { checkTemplateUse } from './use-template.ts';

const maxRecipients = 50;

function checkRecipients({ to }: Recipients, count: number): Issue[] {
  if (to.length === 0) return [{ path: 'to', rule: 'length', message: 'to: at least one address' }];
  const message = `to, cc, and bcc: at most ${maxRecipients} addresses in total`;
  return count <= maxRecipients ? [] : [{ path: 'to', rule: 'length', message }];
}

/** POST /emails rule 8: a scheduled email's body is kept, attachments are not. */
function checkSchedule(request: SendRequest): Issue[] {
  if (request.scheduled_at === undefined || !request.attachments?.length) return [];
  const message = 'attachments cannot be sent with scheduled_at';
  return [{ path: 'attachments', rule: 'conflict', message }];
}

/**
 * Checks a body of POST /emails, or a batch item, without clock or stored state, which come after a replay.
 * Pure. Throws 400 with all issues, and 413 if the attachments are too large together.
 */
export function fromRequest(
  request: SendRequest,
  options: { source: EmailSource; idempotency: Idempotency | null },
): Submission {
  const { recipients, canonical } = distinctRecipients(request);
  const attached = checkAttachments(request.attachments);
  const managed = request.unsubscribe === true;
  const issues = [
    ...checkTemplateUse(request),
    ...checkSchedule(request),
    ...checkRecipients(recipients, canonical.length),
    ...checkHeaders(request.headers),
    ...checkManaged(managed, request.headers),
    ...attached.issues,
  ];
  if (issues.length > 0) throw invalid(issues);
  if (attached.too_large) throw new AppError('payload_too_large', 'Attachments exceed 25 MB in total');
  const { from, reply_to, tags, category, unsubscribe, scheduled_at, template, tenant } = request;
  const { subject = null, html = null, text = null } = request;
  const { attachments, uploads } = attached;
  return {
    ...options,
    resent_from: null,
    from,
    recipients,
    canonical,
    reply_to: reply_to ?? [],
    ...markParts(maybeManaged(request), { subject, html, text }),
    ...takeOriginalId((request.headers ?? {}) as Record<string, string>),
    attachments,
    uploads,
    tags: tags ?? [],
    category: category ?? null,
    unsubscribe: unsubscribe ?? null,
    scheduled_at: scheduled_at ?? null,
    template: template
      ? { id: template.id, variables: template.variables ?? {}, written_subject: request.subject }
      : null,
    template_alias: null,
    tenant: tenant ?? null,
  };
}
