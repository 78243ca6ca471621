import type { Inbound, ReceivedFiles } from '../../domain/context.ts';
import { receivedStore } from '../../store/received.ts';
import { receivedLinks } from '../../store/received-links.ts';
import type { Family } from '../compose.ts';
import { lazyPort } from '../lazy-port.ts';

/** Received emails. */
export const inbound: Family<Inbound> = ({ base, table, objects }) => ({
  received: receivedStore(table, objects, base.runtime, base.settings.retention.received),
});

/** Links to received emails and their files. */
export const receivedFiles: Family<ReceivedFiles> = ({ bucket }) => {
  const downloads = lazyPort(async () => (await bucket()).downloads, ['show']);
  return { received_links: receivedLinks(downloads) };
};
