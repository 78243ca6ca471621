/** Bytes that are too large for the table, by key; `shared/aws/objects.ts` keeps it in the bucket. */
export type Objects = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** null when there is none. */
  get: (key: string) => Promise<Uint8Array | null>;
  remove: (key: string) => Promise<void>;
};

/** A link to an object, for its holder until `expires_at` (epoch ms). */
export type Link = { url: string; expires_at: number };

export type UploadObjects = {
  /** Lives at most `seconds` and takes exactly `size` bytes of this type by PUT, once. */
  link: (key: string, file: { content_type: string; size: number; seconds: number }) => Promise<Link>;
  /** `at`: when it was uploaded last, epoch ms; null when nothing was. */
  head: (key: string) => Promise<{ size: number; etag: string; at: number } | null>;
  /** null when it is gone or was replaced since it had this etag. */
  get: (key: string, etag: string) => Promise<Uint8Array | null>;
};

export type DownloadObjects = {
  /** Lives at most `seconds`. */
  show: (key: string, file: { filename: string; seconds: number }) => Promise<Link>;
};
