import { hash } from 'node:crypto';
import { canonicalMailbox } from '../../core/addresses.ts';
import { claimKey } from '../../core/claim-key.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json-path.ts';
import { fieldsWithOriginalId, originalId } from '../../mail/original-id.ts';
import { keptHeaders } from '../content/kept-headers.ts';
import { checkManaged, markParts, maybeManaged } from '../content/managed-unsubscribe.ts';
import type { Caller } from '../context.ts';
import type { Idempotency } from './idempotency.ts';
import type { RelayedMessage } from './read-message.ts';
import { distinctRecipients, type Recipients } from './recipients.ts';
import type { Submission } from './submission.ts';

export type RelayEnvelope = { recipients: string[]; host: string };

/**
 * The envelope's recipients in the field that names them, to or cc, otherwise bcc. Addresses only in the
 * header are left out.
 */
function inRoles({ to, cc }: Pick<RelayedMessage['header'], 'to' | 'cc'>, recipients: string[]) {
  const addressed = new Set(recipients.map(canonicalMailbox));
  return distinctRecipients({
    to: to.filter((mailbox) => addressed.has(canonicalMailbox(mailbox))),
    cc: cc.filter((mailbox) => addressed.has(canonicalMailbox(mailbox))),
    bcc: recipients,
  });
}

const sha256 = (text: string) => hash('sha256', text);

/** Recipients in a fixed order and case, whatever the RCPT commands contained. */
const inOrder = ({ bcc, ...named }: Recipients): Recipients => ({
  ...named,
  bcc: bcc.map(canonicalMailbox).sort(),
});

/**
 * The hash to which a key is bound. A retry with different boundaries, Date, and Message-ID has the same
 * hash.
 */
function contentHash({ header, digest }: RelayedMessage, recipients: Recipients): string {
  const { from, reply_to, subject, kept, control_fields } = header;
  const fields = kept.split(/\r\n(?![ \t])/).filter((field) => !/^user-agent:/i.test(field));
  const steering = [...control_fields].filter(([name]) => name !== 'x-service-idempotency-key').sort();
  return sha256(canonicalJson({ recipients, from, reply_to, subject, fields, steering, digest }));
}

/**
 * The message's own key, or else a key from Message-ID, recipients, and content that no caller can choose, or
 * null.
 */
function idempotencyOf(caller: Caller, message: RelayedMessage, recipients: Recipients): Idempotency | null {
  const hash = contentHash(message, recipients);
  const key = message.control.idempotency_key;
  if (key !== null) return { key: claimKey(caller, key), hash };
  const { message_id } = message.header;
  if (message_id === null) return null;
  const addresses = Object.values(recipients).flat().map(canonicalMailbox).sort();
  const { account, tenant } = caller;
  return { key: `\0smtp ${sha256(JSON.stringify([account.id, tenant, message_id, addresses, hash]))}`, hash };
}

function checkScheduled({ control, attachments, files }: RelayedMessage): void {
  if (control.scheduled_at === undefined || attachments + files.length === 0) return;
  const message = "X-Service-Scheduled-At: a scheduled message can't have attachments";
  throw invalid([{ path: 'headers.X-Service-Scheduled-At', rule: 'conflict', message }]);
}

/**
 * The content to send with its original id: the message's own octets, or a template's output, with
 * attachments.
 */
function outgoingOf({ header, control, body, files }: RelayedMessage, id: string | null, host: string) {
  const kept = fieldsWithOriginalId(header.kept, id);
  if (control.template !== null) return { attachments: files, headers: keptHeaders(kept) };
  const { to, cc, received } = header;
  const mime = { kind: 'mime', header: { by: host, to, cc, received, kept }, ...body } as const;
  return { attachments: [], headers: {}, mime };
}

/**
 * A relayed message's submission: header fields and control headers, like POST /emails fields. Pure. Throws
 * 400 for a scheduled message with files, and conflict for an unsubscribe field beside managed unsubscribe.
 */
export function fromRelayed(caller: Caller, message: RelayedMessage, envelope: RelayEnvelope): Submission {
  const { header, control } = message;
  checkScheduled(message);
  const managed = control.unsubscribe === true;
  const conflicts = checkManaged(managed, keptHeaders(header.kept));
  const [conflict] = conflicts;
  if (conflict) throw new AppError('conflict', conflict.message, { details: { issues: conflicts } });
  const { recipients, canonical: addresses } = inRoles(header, envelope.recipients);
  const { template } = control;
  const original_message_id = originalId(header.message_id ?? '');
  const subject = template !== null && header.subject === '' ? null : header.subject;
  return {
    source: 'smtp',
    resent_from: null,
    from: header.from,
    recipients,
    canonical: addresses,
    reply_to: header.reply_to,
    ...markParts(maybeManaged(control), { subject, html: null, text: null }),
    ...outgoingOf(message, original_message_id, envelope.host),
    original_message_id,
    dropped_headers: header.dropped,
    relayed_files: message.sent_files,
    uploads: [],
    tags: control.tags ?? [],
    category: control.category ?? null,
    unsubscribe: control.unsubscribe ?? null,
    scheduled_at: control.scheduled_at ?? null,
    template: template && { ...template, written_subject: header.subject },
    template_alias: null,
    tenant: control.tenant ?? null,
    idempotency: idempotencyOf(caller, message, inOrder(recipients)),
  };
}
