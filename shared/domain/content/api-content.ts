import { bodyLeaves, bodyTexts } from '../../mail/mime/leaves.ts';
import { scanMime } from '../../mail/mime/scan.ts';
import { keptHeaders } from './kept-headers.ts';
import { type Content, entityOf, type MimeContent } from './pack.ts';
import { markUnsubscribe } from './placeholders.ts';

/** The texts of a relayed message as those of an API email, its other fields as headers, no files (R15). */
export function asApiContent(content: MimeContent): Content {
  const entity = entityOf(content);
  const { html, text } = bodyTexts(entity, bodyLeaves(scanMime(entity)));
  const { unsubscribe } = content;
  const mark = (part: string | null) => (part && unsubscribe ? markUnsubscribe(part) : part);
  return {
    html: mark(html) || null,
    text: mark(text) || null,
    headers: keptHeaders(content.header.kept),
    attachments: [],
    unsubscribe,
  };
}
