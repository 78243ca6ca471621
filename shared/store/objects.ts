/** What is too large for the table, by key; `shared/aws/objects.ts` keeps it in the bucket. */
export type Objects = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** null when there is none. */
  get: (key: string) => Promise<Uint8Array | null>;
  remove: (key: string) => Promise<void>;
};
