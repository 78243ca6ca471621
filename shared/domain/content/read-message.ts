import { decodeLeaf, openTexts } from '../../mail/mime/leaves.ts';
import { type CheckHeader, type Relayed, readRelayed } from '../../mail/mime/relayed.ts';
import { scanMime } from '../../mail/mime/scan.ts';
import { linkGrowth } from './composed-size.ts';
import { type MimeContent, packEntity } from './pack.ts';

/** A relayed message that was read, its octets packed as they are kept. */
export type RelayedMessage = Omit<Relayed, 'entity'> & {
  body: Pick<MimeContent, 'packed' | 'size' | 'growth'>;
};

/** Bytes that the links of managed unsubscribe add to the texts of an entity at most (R12). */
const growthOf = (entity: Buffer): number =>
  openTexts(scanMime(entity))
    .map((leaf) => linkGrowth(decodeLeaf(entity, leaf).toString('latin1')))
    .reduce((sum, one) => sum + one, 0);

/** `readRelayed`, and the octets packed: all that takes time with the size of a message. */
export function readMessage(message: Buffer, checkHeader?: CheckHeader): RelayedMessage {
  const { entity, ...rest } = readRelayed(message, checkHeader);
  const growth = rest.header.control.has('x-service-unsubscribe') ? { growth: growthOf(entity) } : {};
  return { ...rest, body: { ...packEntity(entity), ...growth } };
}
