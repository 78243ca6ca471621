import type { Member, Membership, Role, Session, SignIn } from '../../core/records/members.ts';
import type { Id } from '../../core/runtime.ts';

/** The people who may use the dashboard of an account; addresses are canonical. */
export type MemberStore = {
  /** As it was at most half a minute ago. */
  get: (account: Id<'acc'>, id: Id<'mem'>) => Promise<Member | null>;
  /** As it is stored now. */
  getNow: (account: Id<'acc'>, id: Id<'mem'>) => Promise<Member | null>;
  /** Oldest first, at most 50; strongly consistent. */
  list: (account: Id<'acc'>) => Promise<Member[]>;
  /** The accounts of an address; strongly consistent. */
  membershipsOf: (email: string) => Promise<Membership[]>;
  /** False when the address is a member already. */
  add: (member: Member) => Promise<boolean>;
  /** The member after the change; null when it is gone. */
  update: (
    account: Id<'acc'>,
    id: Id<'mem'>,
    change: Partial<Pick<Member, 'status' | 'last_seen_at'>>,
  ) => Promise<Member | null>;
  /** The member in another role; null when its role is not as read, or `stays`, where given, is no owner any more. */
  changeRole: (member: Member, role: Role, stays: Member | null) => Promise<Member | null>;
  /** Removes the member; false where `changeRole` would return null. */
  remove: (member: Member, stays: Member | null) => Promise<boolean>;
};

/** Sign-ins under way, found by the hash of their token. */
export type SignInStore = {
  /** Stores a sign-in; `limited`, and nothing stored, for a `client` that asked `max` times in this hour. */
  begin: (
    token: string,
    sign_in: SignIn,
    client: { name: string; max: number } | null,
  ) => Promise<'stored' | 'limited'>;
  /** By the hash of its token; strongly consistent. */
  get: (token: string) => Promise<SignIn | null>;
  /** The hash of the token that a browser waits for, by the hash of its cookie. */
  pending: (cookie: string) => Promise<string | null>;
  /** Counts a code that is tried; null when it is used, expired, or five were tried. */
  tryCode: (token: string) => Promise<SignIn | null>;
  /** Counts the mail of a sign-in, once however often it is tried; false when the hour of its address has had all. */
  countMail: (
    token: string,
    sign_in: Pick<SignIn, 'email' | 'client'>,
    max: { network: number; all: number },
  ) => Promise<boolean>;
  /** Counts the mail of an invitation, once for what it is about; false when the hour of its account has had `max`. */
  countInvitation: (account: Id<'acc'>, about: string, max: number) => Promise<boolean>;
  /** Uses the sign-in up and stores the session by the hash of its cookie, in one write; false when it was used before. */
  finish: (token: string, cookie: string, session: Session) => Promise<boolean>;
};

export type SessionStore = {
  /** By the hash of its cookie, as it was at most half a minute ago. */
  find: (cookie: string) => Promise<Session | null>;
  /** By the hash of its cookie, as it is stored now. */
  findNow: (cookie: string) => Promise<Session | null>;
  /** All of an address, newest first; those that are over, too, until they are deleted. */
  list: (email: string) => Promise<(Session & { hash: string })[]>;
  touch: (cookie: string, at: string) => Promise<void>;
  /** Another account of the same address. */
  move: (cookie: string, to: Membership) => Promise<void>;
  end: (cookie: string) => Promise<void>;
};
