import type { Role } from '../../core/records/members.ts';
import type { Scope } from '../keys/scopes.ts';

/** The rights of each role (D19). Only owners see and change members. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  owner: ['full'],
  developer: ['full'],
  support: [
    'emails:read',
    'emails:send',
    'domains:read',
    'webhooks:read',
    'templates:read',
    'suppressions:write',
    'inbound:read',
    'automations:read',
    'account:read',
  ],
};
