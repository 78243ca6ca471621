import type { Id } from '../runtime.ts';

export const roles = ['owner', 'developer', 'support'] as const;
export type Role = (typeof roles)[number];

/** A person who may use an account's dashboard. */
export type Member = {
  id: Id<'mem'>;
  account: Id<'acc'>;
  /** In canonical form. */
  email: string;
  role: Role;
  /** Whether the person has signed in at least once. */
  status: 'invited' | 'active';
  created_at: string;
  last_seen_at: string | null;
};

export type Membership = { account: Id<'acc'>; member: Id<'mem'> };

/** A signed-in browser, found by the SHA-256 of its cookie (D10, D11). */
export type Session = Membership & {
  email: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  /** When the session ends at the latest. An idle session ends sooner. */
  expires_at: string;
};

/** How many codes may be tried per sign-in. */
export const maxTries = 5;

/** A one-time sign-in link, found by the SHA-256 of its token. */
export type SignIn = {
  /** Empty until a sign-in provider supplies it. */
  email: string;
  /** SHA-256 of the requester's network. Absent if unknown. */
  client?: string;
  /** SHA-256 of the requesting browser's cookie. Null allows any browser. */
  pending: string | null;
  /** SHA-256 of the token's code. */
  code: string;
  /** The account the session starts in. Null for any account of the address. */
  account: Id<'acc'> | null;
  next: string;
  tries: number;
  used: boolean;
  expires_at: string;
};
