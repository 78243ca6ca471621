import type { BodyPlace } from '../core/records/emails.ts';
import type { Id } from '../core/runtime.ts';

/** Storage by key for bytes too large for the table; `shared/aws/objects.ts` uses the bucket. */
export type Objects = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** null if missing. */
  get: (key: string) => Promise<Uint8Array | null>;
  remove: (key: string) => Promise<void>;
};

/** A link to an object, valid for its holder until `expires_at` (epoch ms). */
export type Link = { url: string; expires_at: number };

export type UploadObjects = {
  /** Valid for at most `seconds`. Accepts one PUT of exactly `size` bytes of this type. */
  link: (key: string, file: { content_type: string; size: number; seconds: number }) => Promise<Link>;
  /** `at` is the time of the last upload, epoch ms. Null if there was none. */
  head: (key: string) => Promise<{ size: number; etag: string; at: number } | null>;
  /** null if it is gone or was replaced since it had this etag. */
  get: (key: string, etag: string) => Promise<Uint8Array | null>;
};

export type DownloadObjects = {
  /** Valid for at most `seconds`. */
  show: (key: string, file: { filename: string; seconds: number }) => Promise<Link>;
};

type Bucketed = Exclude<BodyPlace, 'item'>;

export const inBucket = (place: BodyPlace | null): place is Bucketed => place !== null && place !== 'item';

/** Keys in the bucket. The account comes first, so an account can be emptied. */
export const objectKeys = {
  body: (place: Bucketed, { account, id }: { account: Id<'acc'>; id: Id<'msg' | 'bat'> }) =>
    `${place === 'object' ? 'bodies' : place}/${account}/${id}`,
  refusals: (account: Id<'acc'>, id: Id<'bat'>) => `refusals/${account}/${id}`,
  event: (account: Id<'acc'>, id: Id<'evt'>) => `events/${account}/${id}`,
  attachment: (account: Id<'acc'>, id: Id<'att'>) => `attachments/${account}/${id}`,
  export: (account: Id<'acc'>, name: string) => `exports/${account}/${name}`,
  template: (account: Id<'acc'>, id: Id<'tpl'>, revision: string) => `templates/${account}/${id}/${revision}`,
  definition: (account: Id<'acc'>, id: Id<'aut'>, revision: string) =>
    `automations/${account}/${id}/${revision}`,
  /** `part` is `raw`, `parsed`, `piece-1` and so on, or the number of a file. */
  received: (account: Id<'acc'>, id: Id<'inb'>, part: string) => `received/${account}/${id}/${part}`,
  /** The report of one import request, if it is large (T10). */
  importPart: (account: Id<'acc'>, id: Id<'mig'>, step: number) => `imports/${account}/${id}/${step}`,
  /** Rows of a provider's list waiting to be processed. */
  importRows: (account: Id<'acc'>, id: Id<'mig'>, name: string) => `import-rows/${account}/${id}/${name}`,
  /** A message as SES wrote it, by SES's id. */
  ses: (id: string) => `ses/${id}`,
};

const prefixes = [
  'bodies',
  'scheduled',
  'refusals',
  'events',
  'attachments',
  'exports',
  'templates',
  'automations',
  'received',
  'imports',
  'import-rows',
] as const;

export type ObjectPrefix = (typeof prefixes)[number] | 'ses';

export const accountPrefixes = (account: Id<'acc'>): string[] =>
  prefixes.map((prefix) => `${prefix}/${account}/`);
