import type { ReceivedFiles } from '../../domain/context.ts';
import { receivedLinks } from '../../store/received-links.ts';
import type { Family } from './compose.ts';
import { lazyPort } from './lazy-port.ts';

/** Links to received emails and their files. */
export const receivedFiles: Family<ReceivedFiles> = ({ bucket }) => {
  const downloads = lazyPort(async () => (await bucket()).downloads, ['show']);
  return { received_links: receivedLinks(downloads) };
};
