import { decodeLeaf, openTexts } from '../../mail/mime/leaves.ts';
import { cleanRelayed, parseRelayed, type Relayed } from '../../mail/mime/relayed.ts';
import { scanMime } from '../../mail/mime/scan.ts';
import { linkGrowth } from '../content/composed-size.ts';
import { type MimeContent, packEntity } from '../content/pack.ts';
import { type Control, readControl } from './control-headers.ts';

/** A parsed relayed message, with its octets packed for storage. */
export type RelayedMessage = Omit<Relayed, 'entity'> & {
  control: Control;
  body: Pick<MimeContent, 'packed' | 'size' | 'growth'>;
};

/** The maximum number of bytes that managed unsubscribe links add to an entity's texts. */
const growthOf = (entity: Buffer): number =>
  openTexts(scanMime(entity))
    .map((leaf) => linkGrowth(decodeLeaf(entity, leaf).toString('latin1')))
    .reduce((sum, one) => sum + one, 0);

/**
 * Does everything whose time depends on the message's size. Throws 400 for malformed control headers, before
 * checking files, and what `parseRelayed` and `cleanRelayed` throw.
 */
export function readMessage(message: Buffer): RelayedMessage {
  const parsed = parseRelayed(message);
  const control = readControl(parsed.header.control_fields);
  const { entity, ...rest } = cleanRelayed(parsed);
  const growth = control.unsubscribe === undefined ? {} : { growth: growthOf(entity) };
  return { ...rest, control, body: { ...packEntity(entity), ...growth } };
}
