import * as z from 'zod';
import type { ReceivedContent, ReceivedEmail } from '../../core/records/received.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Entries, Page } from './common.ts';

const verdict = z.enum(['pass', 'fail', 'none', 'unknown']);

/** A message for one account or tenant, its octets already in the bucket. It may arrive more than once. */
export const ReceiveMessage = z.object({
  id: idOf('inb'),
  account: idOf('acc'),
  tenant: idOf('ten').nullable(),
  /** Hash of what makes a repeat of the sender the same message. */
  claim: z.string().min(1),
  /** Empty: the empty sender. */
  mail_from: z.string(),
  helo: z.string(),
  ip: z.string(),
  rcpt_to: z.array(z.string()).min(1),
  /** Octets that were sent, without our trace. */
  size: z.int().min(0),
  /** The end of DATA. */
  received_at: z.iso.datetime(),
  /**
   * Of a large message: `count` pieces below the id `upload`, to be joined behind `trace`; absent: the octets are
   * whole.
   */
  pieces: z.object({ upload: idOf('inb'), count: z.int().min(1), trace: z.string() }).optional(),
  /** The results of another receiver; absent: the message is checked. */
  verdicts: z
    .object({ spf: verdict, dkim: verdict, dmarc: verdict, spam_status: z.enum(['pass', 'fail', 'unknown']) })
    .optional(),
});
export type ReceiveMessage = z.output<typeof ReceiveMessage>;

type Of = { account: Id<'acc'>; id: Id<'inb'> };

export type ReceivedStore = {
  /** The ids that have these claims now, null where none has. May be some seconds old. */
  claimed: (claims: string[]) => Promise<(Id<'inb'> | null)[]>;
  /** Takes a claim for 24 h: the id that owns it then, and whether it was taken before, by this id or another. */
  claim: (claim: string, id: Id<'inb'>) => Promise<{ first: Id<'inb'>; again: boolean }>;
  putRaw: (of: Of, bytes: Uint8Array) => Promise<void>;
  /** A part of a message that arrives, from 1. */
  putPiece: (of: Of, number: number, bytes: Uint8Array) => Promise<void>;
  /** All pieces, joined; null when one is not there. */
  getPieces: (of: Of, count: number) => Promise<Buffer | null>;
  removePieces: (of: Of, count: number) => Promise<void>;
  /** A message that SES took in, by SES's id; null when it is not there. */
  getAtSes: (id: string) => Promise<Uint8Array | null>;
  removeAtSes: (id: string) => Promise<void>;
  getRaw: (of: Of) => Promise<Uint8Array | null>;
  removeRaw: (of: Of) => Promise<void>;
  /** The record with its parts; false when it exists already, and stays as it is. */
  create: (email: ReceivedEmail, content: ReceivedContent, files: Uint8Array[]) => Promise<boolean>;
  /** Strongly consistent by default; null also when its time is over. */
  get: (
    account: Id<'acc'>,
    id: Id<'inb'>,
    options?: { consistent?: boolean },
  ) => Promise<ReceivedEmail | null>;
  /** null when it is deleted meanwhile. */
  readContent: (of: Of) => Promise<ReceivedContent | null>;
  /** The octets of a file by its number, from 0. */
  readFile: (of: Of, number: number) => Promise<Uint8Array | null>;
  /** Newest first, below the id `before` and from the id `since` on. */
  list: (account: Id<'acc'>, page: Page & { since: string | null }) => Promise<Entries<ReceivedEmail>>;
  /** Raw octets, parts and record; safe to repeat. */
  remove: (email: ReceivedEmail) => Promise<void>;
};

/** Links to download a received email and its files: `raw`, or the number of a file. */
export type ReceivedLinks = {
  make: (of: Of, part: 'raw' | number, filename: string) => Promise<{ url: string; expires_at: number }>;
};

export type ReceiveQueue = { enqueue: (messages: ReceiveMessage[]) => Promise<void> };
