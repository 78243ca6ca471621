import { cleanRelayed, parseRelayed, type Relayed } from '../../shared/mail/mime/relayed.ts';

/** A relayed message as parsed, before its control headers are checked. */
export const readRelayed = (message: Buffer): Relayed => cleanRelayed(parseRelayed(message));
