import { cutJson } from '../../core/cut-json.ts';
import type { ReceivedEmail } from '../../core/records/received.ts';

/** A table item can have up to 400 KB, and a list page up to 100 items. Anything longer is in the record's own object. */
const maxBytes = 32 * 1024;

const bytesOf = (email: ReceivedEmail) => Buffer.byteLength(JSON.stringify(email));

const cutTexts = (texts: string[], count: number, length: number) =>
  texts.slice(0, count).map((text) => text.slice(0, length).toWellFormed());

const maxAddress = 320;

/**
 * Cuts a mailbox to about `length` characters, but never its address, which would become a different address.
 */
function cutMailbox(entry: string, length: number): string {
  if (entry.length <= Math.max(length, maxAddress)) return entry;
  const bracket = entry.endsWith('>') ? entry.lastIndexOf('<') + 1 : 0;
  if (bracket > 0) return entry.slice(bracket, -1);
  return entry.includes('@') ? '' : entry.slice(0, length).toWellFormed();
}

const cutMailboxes = (entries: string[], count: number, length: number) =>
  entries.slice(0, count).map((entry) => cutMailbox(entry, length));

/** Octets of the author's words as JSON, in lists and events. */
const replyBytes = 16 * 1024;

function cutReply(email: ReceivedEmail, bytes: number): ReceivedEmail {
  const { value, cut } = cutJson(email.reply_text, bytes);
  return cut ? { ...email, reply_text: value, truncated: true } : email;
}

/** The summary for lists and its event. Long lists keep their first entries, in E26's order, and are marked. */
export function cutSummary(given: ReceivedEmail): ReceivedEmail {
  const email = cutReply(given, replyBytes);
  if (bytesOf(email) <= maxBytes) return email;
  let cut = email;
  for (const [count, length] of [
    [100, 4_096],
    [50, 1_024],
    [20, 256],
    [10, 64],
  ] as const) {
    cut = {
      ...cutReply(email, 4 * length),
      from: cutMailbox(email.from, length),
      subject: email.subject.slice(0, length).toWellFormed(),
      message_id: email.message_id?.slice(0, 998).toWellFormed() ?? null,
      in_reply_to: email.in_reply_to?.slice(0, 998).toWellFormed() ?? null,
      references: cutTexts(email.references.slice(-50), Math.min(50, count), 998),
      to: cutMailboxes(email.to, count, length),
      cc: cutMailboxes(email.cc, count, length),
      attachments: email.attachments.slice(0, count),
      truncated: true,
    };
    if (bytesOf(cut) <= maxBytes) break;
  }
  return cut;
}
