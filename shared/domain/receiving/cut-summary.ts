import type { ReceivedEmail } from '../../core/records/received.ts';

/** An item has at most 400 KB, and a page of lists is 100 items: what is longer is in the record's own object. */
const maxBytes = 32 * 1024;

const bytesOf = (email: ReceivedEmail) => Buffer.byteLength(JSON.stringify(email));

const cutTexts = (texts: string[], count: number, length: number) =>
  texts.slice(0, count).map((text) => text.slice(0, length).toWellFormed());

/** The summary as lists show it and as its event says it: of long lists the first entries, in E26's order. */
export function cutSummary(email: ReceivedEmail): ReceivedEmail {
  if (bytesOf(email) <= maxBytes) return email;
  let cut = email;
  for (const [count, length] of [
    [100, 4_096],
    [50, 1_024],
    [20, 256],
    [10, 64],
  ] as const) {
    cut = {
      ...email,
      from: email.from.slice(0, length).toWellFormed(),
      subject: email.subject.slice(0, length).toWellFormed(),
      message_id: email.message_id?.slice(0, 998).toWellFormed() ?? null,
      in_reply_to: email.in_reply_to?.slice(0, 998).toWellFormed() ?? null,
      references: cutTexts(email.references.slice(-50), Math.min(50, count), 998),
      to: cutTexts(email.to, count, length),
      cc: cutTexts(email.cc, count, length),
      attachments: email.attachments.slice(0, count),
    };
    if (bytesOf(cut) <= maxBytes) break;
  }
  return cut;
}
