import { createHash } from 'node:crypto';
import { canonicalAddress } from '../core/addresses.ts';
import type { Person } from '../core/records/runs.ts';

/** No key holds an address (U9). */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27);

export const emailHash = (email: string): string => hashOf(canonicalAddress(email));

/** The names of a person in keys: one for the email, one for the user_id (U10). */
export const personKeys = ({ email, user_id }: Person): string[] => [
  ...(email === null ? [] : [`E${emailHash(email)}`]),
  ...(user_id === null ? [] : [`U${hashOf(user_id)}`]),
];
