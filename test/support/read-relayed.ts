import { cleanRelayed, parseRelayed, type Relayed } from '../../shared/mail/mime/relayed.ts';

/** A relayed message as it is read, without its control headers. */
export const readRelayed = (message: Buffer): Relayed => cleanRelayed(parseRelayed(message));
