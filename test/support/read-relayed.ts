import { cleanRelayed, parseRelayed, type Relayed } from '../../shared/mail/mime/relayed.ts';

/** A relayed message as it is read, its control headers not yet checked. */
export const readRelayed = (message: Buffer): Relayed => cleanRelayed(parseRelayed(message));
