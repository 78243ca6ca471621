import * as z from 'zod';
import type { ReceivedContent, ReceivedEmail } from '../../core/records/received.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Entries, Page } from './common.ts';

const verdict = z.enum(['pass', 'fail', 'none', 'unknown']);

/** A message for one account or tenant, with its octets already in the bucket. May arrive more than once. */
export const ReceiveMessage = z.object({
  id: idOf('inb'),
  account: idOf('acc'),
  tenant: idOf('ten').nullable(),
  /** A hash that is equal when the sender repeats the message. */
  claim: z.string().min(1),
  /** Empty for the null sender. */
  mail_from: z.string(),
  helo: z.string(),
  ip: z.string(),
  rcpt_to: z.array(z.string()).min(1),
  /** The octets as they were sent, without the trace fields that we add. */
  size: z.int().min(0),
  /** When DATA ended. */
  received_at: z.iso.datetime(),
  /**
   * A large message: `count` pieces under the id `upload`, joined after `trace`. If absent, the octets are in
   * one object.
   */
  pieces: z.object({ upload: idOf('inb'), count: z.int().min(1), trace: z.string() }).optional(),
  /** Another receiver's verdicts. If absent, we check the message. */
  verdicts: z
    .object({ spf: verdict, dkim: verdict, dmarc: verdict, spam_status: z.enum(['pass', 'fail', 'unknown']) })
    .optional(),
});
export type ReceiveMessage = z.output<typeof ReceiveMessage>;

type Of = { account: Id<'acc'>; id: Id<'inb'> };

export type ReceivedStore = {
  /** The ids that have these claims, or null. May be a few seconds old. */
  claimed: (claims: string[]) => Promise<(Id<'inb'> | null)[]>;
  /**
   * Takes a claim for 24 h. Returns the id that owns it, and whether it was already taken, by this id or
   * another.
   */
  claim: (claim: string, id: Id<'inb'>) => Promise<{ first: Id<'inb'>; again: boolean }>;
  putRaw: (of: Of, bytes: Uint8Array) => Promise<void>;
  /** Stores a part of a message that is still arriving, numbered from 1. */
  putPiece: (of: Of, number: number, bytes: Uint8Array) => Promise<void>;
  /** All pieces joined. Null if one is missing. */
  getPieces: (of: Of, count: number) => Promise<Buffer | null>;
  removePieces: (of: Of, count: number) => Promise<void>;
  /** A message that SES received, by SES's id. Null if missing. */
  getAtSes: (id: string) => Promise<Uint8Array | null>;
  removeAtSes: (id: string) => Promise<void>;
  getRaw: (of: Of) => Promise<Uint8Array | null>;
  removeRaw: (of: Of) => Promise<void>;
  /** Stores the record with its parts. Returns false if it already exists, and leaves it unchanged. */
  create: (email: ReceivedEmail, content: ReceivedContent, files: Uint8Array[]) => Promise<boolean>;
  /** Strongly consistent by default. Null if missing or expired. */
  get: (
    account: Id<'acc'>,
    id: Id<'inb'>,
    options?: { consistent?: boolean },
  ) => Promise<ReceivedEmail | null>;
  /** null if deleted meanwhile. */
  readContent: (of: Of) => Promise<ReceivedContent | null>;
  /** A file's octets by number, from 0. */
  readFile: (of: Of, number: number) => Promise<Uint8Array | null>;
  /** Newest first, below the id `before`, down to the id `since`. */
  list: (account: Id<'acc'>, page: Page & { since: string | null }) => Promise<Entries<ReceivedEmail>>;
  /** Deletes raw octets, parts, and record. Safe to repeat. */
  remove: (email: ReceivedEmail) => Promise<void>;
};

/** Links to download a received email and its files: `raw`, or a file's number. */
export type ReceivedLinks = {
  make: (of: Of, part: 'raw' | number, filename: string) => Promise<{ url: string; expires_at: number }>;
};

export type ReceiveQueue = { enqueue: (messages: ReceiveMessage[]) => Promise<void> };
