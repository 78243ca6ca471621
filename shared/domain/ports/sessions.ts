import type { Member, Membership, Role, Session, SignIn } from '../../core/records/members.ts';
import type { Id } from '../../core/runtime.ts';

/** The people who may use an account's dashboard. Addresses are canonical. */
export type MemberStore = {
  /** At most half a minute old. */
  get: (account: Id<'acc'>, id: Id<'mem'>) => Promise<Member | null>;
  /** As stored now. */
  getNow: (account: Id<'acc'>, id: Id<'mem'>) => Promise<Member | null>;
  /** Oldest first, at most 50. Strongly consistent. */
  list: (account: Id<'acc'>) => Promise<Member[]>;
  /** An address's accounts. Strongly consistent. */
  membershipsOf: (email: string) => Promise<Membership[]>;
  /** False if the address is already a member. */
  add: (member: Member) => Promise<boolean>;
  /** The updated member, or null if gone. */
  update: (
    account: Id<'acc'>,
    id: Id<'mem'>,
    change: Partial<Pick<Member, 'status' | 'last_seen_at'>>,
  ) => Promise<Member | null>;
  /**
   * The member with a new role. Null if the role changed since it was read, or if `stays` is given and is no
   * longer an owner.
   */
  changeRole: (member: Member, role: Role, stays: Member | null) => Promise<Member | null>;
  /** Removes the member. False if `changeRole` would return null. */
  remove: (member: Member, stays: Member | null) => Promise<boolean>;
};

/** Open sign-ins, found by their token's hash. */
export type SignInStore = {
  /**
   * Stores a sign-in. If the `client` has already made `max` requests this hour, stores nothing and returns
   * `limited`.
   */
  begin: (
    token: string,
    sign_in: SignIn,
    client: { name: string; max: number } | null,
  ) => Promise<'stored' | 'limited'>;
  /** By its token's hash. Strongly consistent. */
  get: (token: string) => Promise<SignIn | null>;
  /** The hash of the token a browser waits for, by its cookie's hash. */
  pending: (cookie: string) => Promise<string | null>;
  /** Counts a code attempt. Null if used, expired, or after five attempts. */
  tryCode: (token: string) => Promise<SignIn | null>;
  /** Counts a sign-in's email once, however often it is tried. False if its address's hourly limit is reached. */
  countMail: (
    token: string,
    sign_in: Pick<SignIn, 'email' | 'client'>,
    max: { network: number; all: number },
  ) => Promise<boolean>;
  /** Counts an invitation's email, once per `about`. False if its account had `max` this hour. */
  countInvitation: (account: Id<'acc'>, about: string, max: number) => Promise<boolean>;
  /** Uses up the sign-in and stores the session by its cookie's hash, in one write. False if already used. */
  finish: (token: string, cookie: string, session: Session) => Promise<boolean>;
};

export type SessionStore = {
  /** By its cookie's hash, at most half a minute old. */
  find: (cookie: string) => Promise<Session | null>;
  /** By its cookie's hash, as stored now. */
  findNow: (cookie: string) => Promise<Session | null>;
  /** All of an address, newest first, including ended ones until deleted. */
  list: (email: string) => Promise<(Session & { hash: string })[]>;
  touch: (cookie: string, at: string) => Promise<void>;
  /** Switches to another account of the same email address. */
  move: (cookie: string, to: Membership) => Promise<void>;
  end: (cookie: string) => Promise<void>;
};
