import { asciiAddress, canonicalAddress, hasAddressForm } from '../../core/addresses.ts';
import { cutJson } from '../../core/cut-json.ts';
import type { AuthResult } from '../../core/mail-auth.ts';
import type { ReceivedContent, ReceivedEmail } from '../../core/records/received.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import { type Received, unread } from '../../mail/received/in-thread.ts';
import type { Base, Domains, Inbound, InboundRules, MessageReading, Publishing } from '../context.ts';
import { buildReceivedEvent } from '../events/received-event.ts';
import { recipientRoutes, routedEndpoints } from '../inbound-rules/routed-endpoints.ts';
import type { ReceiveMessage } from '../ports/received.ts';
import { tenantNames } from '../tenants/names.ts';
import { publishEvents, readEndpoints } from '../webhooks/publish.ts';
import { cutSummary } from './cut-summary.ts';

type Recording = Base & Domains & Inbound & InboundRules & Publishing;

type Judged = Pick<AuthResult, 'spf' | 'dkim' | 'dmarc'> & { spam_status: ReceivedEmail['spam_status'] };

/** R54: no content filter checks mail from our own receiver. */
const judge = ({ strict, ...auth }: AuthResult): Judged => ({
  ...auth,
  spam_status: auth.dmarc === 'fail' && strict ? 'fail' : 'unknown',
});

/** A message with several authors always fails, because programs show different ones. */
const judgedBy = ({ header }: Received, judged: Judged): Judged =>
  header.several_authors ? { ...judged, dmarc: 'fail', spam_status: 'fail' } : judged;

/** Octets of the author's words as JSON. Html and text have more room. */
const replyBytes = 256 * 1024;
/** Octets of a record's header fields as JSON. */
const headerBytes = 256 * 1024;

function headersWithin(fields: ReceivedContent['headers']) {
  let bytes = 0;
  for (const [i, field] of fields.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(field));
    if (bytes > headerBytes) return { fields: fields.slice(0, i), cut: true };
  }
  return { fields, cut: false };
}

/** The record and content of a message, as far as it could be read. */
function recordOf({ runtime }: Base, message: ReceiveMessage, read: Received, judged: Judged) {
  const { header, body, reply_text } = read;
  const { spam_status, ...auth } = judgedBy(read, judged);
  const { from, from_address, to, cc, reply_to, subject, message_id, in_reply_to, references } = header;
  const reply = cutJson(reply_text, replyBytes);
  const attachments = body.files.map(({ data: _, ...file }) => file);
  const headers = headersWithin(header.headers);
  const email: ReceivedEmail = {
    id: message.id,
    account: message.account,
    tenant: message.tenant,
    from,
    to,
    cc,
    rcpt_to: message.rcpt_to,
    subject,
    message_id,
    in_reply_to,
    references,
    spam_status,
    reply_text,
    attachment_count: attachments.length,
    attachments: attachments.map(({ filename, content_type, size }) => ({ filename, content_type, size })),
    size: message.size,
    received_at: message.received_at,
    parse_error: body.parse_error,
    from_address: hasAddressForm(from_address) ? canonicalAddress(asciiAddress(from_address)) : '',
    recorded_at: timestamp(runtime.now()),
    files: attachments.length,
  };
  const content: ReceivedContent = {
    to,
    cc,
    reply_to,
    references,
    headers: headers.fields,
    html: body.html,
    text: body.text,
    auth,
    reply_text: reply.value,
    attachments,
    truncated: reply.cut || body.truncated || header.truncated || headers.cut,
  };
  return { email: cutSummary(email), content };
}

/** The email.received event for a record. A repeat gives the same event. */
async function publishReceived(ctx: Recording, email: ReceivedEmail, repeat: boolean): Promise<void> {
  const { account, tenant } = email;
  const [endpoints, routes, names] = await Promise.all([
    readEndpoints(ctx, account),
    recipientRoutes(ctx, email.rcpt_to),
    tenantNames(ctx, account, [email], ctx.tenants.known),
  ]);
  const name = names.get(tenant ?? '') ?? null;
  const event = buildReceivedEvent(email, { tenant: name, made_at: Date.parse(email.recorded_at) });
  const routed = routedEndpoints(routes, endpoints ?? (await ctx.webhooks.all(account)));
  await publishEvents(ctx, account, [{ event, tenant, repeat }], routed);
}

async function recordReceived(
  ctx: Recording,
  { message, raw }: { message: ReceiveMessage; raw: Buffer },
  read: Received,
  judged: Judged,
): Promise<void> {
  const { email, content } = recordOf(ctx, message, read, judged);
  const { account, id: received_id } = email;
  const files = read.body.files.map(({ data }) => data);
  // The record links to the joined octets. Delete the pieces before the record. Otherwise a repeated run
  // would use them to record a message deleted meanwhile (R57).
  if (message.pieces) await ctx.received.putRaw(message, raw);
  await removePieces(ctx, message);
  const created = await ctx.received.create(email, content, files);
  // Uses the results of the run that recorded the message, because a timeout may have cut one of the two
  // short.
  const shown = created ? email : await ctx.received.get(account, received_id);
  if (shown === null) return ctx.log.info('received_gone', { account, received_id });
  await publishReceived(ctx, shown, !created);
  const { size, attachment_count: attachments, parse_error } = shown;
  ctx.log.info('received', { account, received_id, size, attachments, parse_error, created });
}

const unjudged: Judged = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', spam_status: 'unknown' };

const ofPieces = ({ account }: ReceiveMessage, { upload: id }: { upload: Id<'inb'> }) => ({ account, id });

/** A message's octets, with pieces joined. Null if gone. */
async function storedRaw(ctx: Inbound, message: ReceiveMessage): Promise<Buffer | null> {
  const { pieces } = message;
  const sent = pieces && (await ctx.received.getPieces(ofPieces(message, pieces), pieces.count));
  if (pieces && sent) return Buffer.concat([Buffer.from(pieces.trace), sent]);
  const stored = await ctx.received.getRaw(message);
  return stored && Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
}

async function removePieces(ctx: Inbound, message: ReceiveMessage): Promise<void> {
  const { pieces } = message;
  if (pieces) await ctx.received.removePieces(ofPieces(message, pieces), pieces.count);
}

/**
 * Claims a message. Returns null if the sender repeated it, its owner deleted it, or it is already recorded
 * (and then published again).
 */
async function claimStored(ctx: Recording, message: ReceiveMessage): Promise<Buffer | null> {
  const { id, account } = message;
  const [{ first, again }, known, stored] = await Promise.all([
    ctx.received.claim(message.claim, id),
    ctx.received.get(account, id, { consistent: false }),
    storedRaw(ctx, message),
  ]);
  if (first !== id) {
    await Promise.all([ctx.received.removeRaw(message), removePieces(ctx, message)]);
    ctx.log.info('received_again', { account, received_id: first });
    return null;
  }
  // If a stale read missed an earlier run's record, the parts read now would replace those of that record.
  const recorded = known ?? (again ? await ctx.received.get(account, id) : null);
  if (recorded !== null) {
    await removePieces(ctx, message);
    await publishReceived(ctx, recorded, true);
    return null;
  }
  if (stored === null) ctx.log.info('received_gone', { account, received_id: id });
  return stored;
}

/** Records a message by its header alone, because its worker couldn't handle it. */
export async function recordUnread(ctx: Recording, message: ReceiveMessage): Promise<void> {
  const raw = await claimStored(ctx, message);
  if (raw === null) return;
  await recordReceived(ctx, { message, raw }, unread(raw, 'internal'), message.verdicts ?? unjudged);
}

/**
 * Claims, reads, checks, records, and publishes one receive queue message. Each step is safe to repeat. A
 * duplicate within 24 h is ignored. Throws if a store doesn't answer, so the message goes back to the queue.
 */
export async function receiveEmail(ctx: Recording & MessageReading, message: ReceiveMessage): Promise<void> {
  const raw = await claimStored(ctx, message);
  if (raw === null) return;
  const { mail_from, ip, helo, verdicts } = message;
  const [read, judged] = await Promise.all([
    ctx.read_message(raw),
    verdicts ?? ctx.mail_auth({ message: raw, ip, helo, mail_from }).then(judge),
  ]);
  await recordReceived(ctx, { message, raw }, read, judged);
}
