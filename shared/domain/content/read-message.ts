import { type Relayed, readRelayed } from '../../mail/mime/relayed.ts';
import { type MimeContent, packEntity } from './pack.ts';

/** A relayed message that was read, its octets packed as they are kept. */
export type RelayedMessage = Omit<Relayed, 'entity'> & { body: Pick<MimeContent, 'packed' | 'size'> };

/** `readRelayed`, and the octets packed: all that takes time with the size of a message. */
export function readMessage(message: Buffer): RelayedMessage {
  const { entity, ...rest } = readRelayed(message);
  return { ...rest, body: packEntity(entity) };
}
