import type { Id } from '../runtime.ts';

export const roles = ['owner', 'developer', 'support'] as const;
export type Role = (typeof roles)[number];

/** A person who may use an account's dashboard. */
export type Member = {
  id: Id<'mem'>;
  account: Id<'acc'>;
  /** Canonical. */
  email: string;
  role: Role;
  /** Active from the first sign-in on. */
  status: 'invited' | 'active';
  created_at: string;
  last_seen_at: string | null;
};

export type Membership = { account: Id<'acc'>; member: Id<'mem'> };

/** A browser that is signed in; found by the SHA-256 of its cookie (D10, D11). */
export type Session = Membership & {
  email: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  /** The end whatever happens; an idle session ends before. */
  expires_at: string;
};

/** Codes that may be tried at one sign-in. */
export const maxTries = 5;

/** A link that signs in once, found by the SHA-256 of its token. */
export type SignIn = {
  /** Empty where a provider will say it. */
  email: string;
  /** SHA-256 of the network that requested the email; absent: none, or written by the last release. */
  client?: string;
  /** SHA-256 of the cookie of the browser that asked; null: any browser. */
  pending: string | null;
  /** SHA-256 of the token's code. */
  code: string;
  /** The account that the session begins with; null: any of the address. */
  account: Id<'acc'> | null;
  next: string;
  tries: number;
  used: boolean;
  expires_at: string;
};
