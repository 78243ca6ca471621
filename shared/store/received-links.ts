import type { ReceivedLinks } from '../domain/ports/received.ts';
import { objectKeys } from './object-keys.ts';
import type { DownloadObjects } from './objects.ts';

/** The life of a link (R50). */
const link_s = 3600;

export const receivedLinks = (downloads: DownloadObjects): ReceivedLinks => ({
  make: ({ account, id }, part, filename) =>
    downloads.show(objectKeys.received(account, id, String(part)), { filename, seconds: link_s }),
});
