import { compress, decompress, packJson, unpackJson } from '../../core/compress.ts';
import type { Id } from '../../core/runtime.ts';
import type { Attachment } from '../../mail/attachments.ts';

/** A bucket file as it was on accept, read when the email is sent. */
type UploadedFile = Omit<Attachment, 'data'> & { upload: Id<'att'>; size: number; etag: string };

export type Content = {
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  attachments: (Attachment | UploadedFile)[];
  /** Managed unsubscribe. Delivery fills the marked parts and adds the link and two headers. */
  unsubscribe: boolean;
};

type Head = Omit<Content, 'attachments'> & {
  attachments: ((Omit<Attachment, 'data'> & { size: number; packed: number }) | UploadedFile)[];
};

/** Attachments are often compressed already and stay as they are unless brotli shrinks them. */
function packAttachment(data: Uint8Array): Uint8Array {
  const packed = compress(data);
  return packed.length < data.length * 0.95 ? packed : data;
}

/** A relayed message: the fields to write, and the original octets after them. */
export type MimeContent = {
  kind: 'mime';
  /**
   * `by` is the relay's host. `to` and `cc` may include mailboxes that aren't in the envelope. `received` and
   * `kept` are whole fields.
   */
  header: { by: string; to: string[]; cc: string[]; received: string; kept: string };
  /** `Content-…` fields, an empty line, and the body, compressed if that is smaller. `size` is as sent. */
  packed: Uint8Array;
  size: number;
  /** Max bytes that managed unsubscribe adds to the texts. Absent means 0. */
  growth?: number;
  unsubscribe: boolean;
};

export type StoredContent = Content | MimeContent;

export const isMime = (content: StoredContent): content is MimeContent => 'kind' in content;

/** A relayed message's octets after the fields that the service writes. */
export function entityOf({ packed, size }: MimeContent): Buffer {
  const bytes = packed.length === size ? packed : decompress(packed);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const packEntity = (entity: Uint8Array) => ({ packed: packAttachment(entity), size: entity.length });

/** Stored content: 4-byte length, the head as brotli-compressed JSON, then the files or octets in sequence. */
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
