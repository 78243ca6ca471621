import type { ReceivedLinks } from '../domain/ports/received.ts';
import { objectKeys } from './object-keys.ts';
import type { DownloadObjects } from './objects.ts';

/** How long a link lives (R50). */
const link_s = 3600;

/** Links to the octets of a received email and to its files. */
export const receivedLinks = (downloads: DownloadObjects): ReceivedLinks => ({
  make: ({ account, id }, part, filename) =>
    downloads.show(objectKeys.received(account, id, String(part)), { filename, seconds: link_s }),
});
