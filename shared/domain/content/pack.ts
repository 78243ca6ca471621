import { compress, decompress, packJson, unpackJson } from '../../core/compress.ts';
import type { Id } from '../../core/runtime.ts';
import type { Attachment } from '../../mail/attachments.ts';

/** A file in the bucket as it was when its email was accepted: read when that is sent. */
type UploadedFile = Omit<Attachment, 'data'> & { upload: Id<'att'>; size: number; etag: string };

export type Content = {
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  attachments: (Attachment | UploadedFile)[];
  /** Managed unsubscribe is on: marked parts, two headers and the link are made at delivery. */
  unsubscribe: boolean;
};

type Head = Omit<Content, 'attachments'> & {
  attachments: ((Omit<Attachment, 'data'> & { size: number; packed: number }) | UploadedFile)[];
};

/** Attachments are often compressed already: they are kept as they are unless brotli makes them smaller. */
function packAttachment(data: Uint8Array): Uint8Array {
  const packed = compress(data);
  return packed.length < data.length * 0.95 ? packed : data;
}

/** A relayed message: the fields to write, and the octets that follow them as they came. */
export type MimeContent = {
  kind: 'mime';
  /** `by`: the relay's host; `to` and `cc`: also mailboxes outside the envelope; `received`, `kept`: whole fields. */
  header: { by: string; to: string[]; cc: string[]; received: string; kept: string };
  /** `Content-…` fields, an empty line and the body, compressed where that makes them smaller; `size` as they go out. */
  packed: Uint8Array;
  size: number;
  /** Bytes that managed unsubscribe adds to its texts at most; absent: none, as of what the last release stored. */
  growth?: number;
  unsubscribe: boolean;
};

export type StoredContent = Content | MimeContent;

export const isMime = (content: StoredContent): content is MimeContent => 'kind' in content;

/** The octets of a relayed message behind the fields that the service writes. */
export function entityOf({ packed, size }: MimeContent): Buffer {
  const bytes = packed.length === size ? packed : decompress(packed);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const packEntity = (entity: Uint8Array) => ({ packed: packAttachment(entity), size: entity.length });

/** Content as it is kept: 4 bytes length, brotli of the head as JSON, then the files or the octets one after another. */
function joinPacked(head: object, files: Uint8Array[]): Uint8Array {
  const json = packJson(head);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, ...files]);
}

export function packContent(content: StoredContent): Uint8Array {
  if (isMime(content)) {
    const { packed, ...head } = content;
    return joinPacked(head, [packed]);
  }
  const packed = content.attachments.map((file) =>
    'upload' in file ? new Uint8Array() : packAttachment(file.data),
  );
  const head: Head = {
    ...content,
    attachments: content.attachments.map((file, i) => {
      if ('upload' in file) return file;
      const { data, ...rest } = file;
      return { ...rest, size: data.length, packed: packed[i]?.length ?? 0 };
    }),
  };
  return joinPacked(head, packed);
}

export function unpackContent(bytes: Uint8Array): StoredContent {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 4 + buffer.readUInt32BE(0);
  const head = unpackJson<Head | Omit<MimeContent, 'packed'>>(buffer.subarray(4, at));
  if ('kind' in head) return { ...head, packed: buffer.subarray(at) };
  const attachments = head.attachments.map((file) => {
    if ('upload' in file) return file;
    const { size, packed, ...rest } = file;
    const data = buffer.subarray(at, at + packed);
    at += packed;
    return { ...rest, data: packed === size ? data : decompress(data) };
  });
  return { ...head, attachments };
}
