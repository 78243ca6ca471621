import type { BodyPlace } from '../core/records/emails.ts';

type Bucketed = Exclude<BodyPlace, 'item'>;

const bodyPrefix: Record<Bucketed, string> = { object: 'bodies', scheduled: 'scheduled' };

export const inBucket = (place: BodyPlace | null): place is Bucketed => place !== null && place !== 'item';

/** Keys of the bucket; the account comes first, so that an account can be emptied. */
export const objectKeys = {
  body: (place: Bucketed, { account, id }: { account: string; id: string }) =>
    `${bodyPrefix[place]}/${account}/${id}`,
  /** Refusals of a batch that are too large for its item. */
  refusals: (account: string, id: string) => `refusals/${account}/${id}`,
  event: (account: string, id: string) => `events/${account}/${id}`,
  attachment: (account: string, id: string) => `attachments/${account}/${id}`,
  export: (account: string, name: string) => `exports/${account}/${name}`,
  template: (account: string, id: string, revision: string) => `templates/${account}/${id}/${revision}`,
  definition: (account: string, id: string, revision: string) => `automations/${account}/${id}/${revision}`,
  /** `raw`, `parsed`, `piece-1` and so on, or the number of a file. */
  received: (account: string, id: string, part: string) => `received/${account}/${id}/${part}`,
  /** The report of one request of an import, where it is large (T10). */
  importPart: (account: string, id: string, step: number) => `imports/${account}/${id}/${step}`,
  /** Rows of a provider's list that wait to be processed (M60). */
  importRows: (account: string, id: string, name: string) => `import-rows/${account}/${id}/${name}`,
  /** A message as SES wrote it, by SES's id (R58). */
  ses: (id: string) => `ses/${id}`,
};

const prefixes = [
  ...(['bodies', 'scheduled', 'refusals', 'events', 'attachments', 'exports'] as const),
  ...(['templates', 'automations', 'received', 'imports', 'import-rows'] as const),
];

/** How the keys of objects begin. */
export type ObjectPrefix = (typeof prefixes)[number] | 'ses';

/** Beginnings of the keys of all objects of an account. */
export const accountPrefixes = (account: string): string[] =>
  prefixes.map((prefix) => `${prefix}/${account}/`);
