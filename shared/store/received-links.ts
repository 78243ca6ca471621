import { objectKeys } from './object-keys.ts';
import type { DownloadObjects } from './objects.ts';

/** How long a link lives (R50). */
const link_s = 3600;

/** Links to the octets of a received email and to its files. */
export const receivedLinks = (downloads: DownloadObjects) => ({
  make: ({ account, id }: { account: string; id: string }, part: 'raw' | number, filename: string) =>
    downloads.show(objectKeys.received(account, id, String(part)), { filename, seconds: link_s }),
});
