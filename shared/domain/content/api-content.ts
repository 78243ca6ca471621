import '../../mail/mime/iconv.ts';
import { bodyLeaves, bodyTexts, countedLeaves, decodeLeaf } from '../../mail/mime/leaves.ts';
import { scanMime } from '../../mail/mime/scan.ts';
import { keptHeaders } from './kept-headers.ts';
import { type Content, entityOf, type MimeContent } from './pack.ts';
import { markUnsubscribe } from './placeholders.ts';

/** `relayed_files` counts files inside a relayed message, which `attachments` leaves out. */
export type ApiContent = Content & { relayed_files?: number };

/** A relayed message in the form of an API email: its texts, other fields as headers, and no files. */
export function asApiContent(content: MimeContent): ApiContent {
  const entity = entityOf(content);
  const top = scanMime(entity);
  const { html, text } = bodyTexts(entity, bodyLeaves(top));
  const { unsubscribe } = content;
  const mark = (part: string | null) => (part && unsubscribe ? markUnsubscribe(part) : part);
  return {
    html: mark(html) || null,
    text: mark(text) || null,
    headers: keptHeaders(content.header.kept),
    attachments: [],
    relayed_files: countedLeaves(top).length,
    unsubscribe,
  };
}

/** A relayed message's file, by its place among the record's `attachments`. */
export function relayedFile(content: MimeContent, index: number): Uint8Array | null {
  const entity = entityOf(content);
  const leaf = countedLeaves(scanMime(entity))[index];
  return leaf ? decodeLeaf(entity, leaf) : null;
}
