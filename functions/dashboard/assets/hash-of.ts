import { createHash } from 'node:crypto';

/** The part of a file's name that changes with its content. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
