import * as z from 'zod';
import { idOf } from '../../core/schemas.ts';

/** The mail of a sign-in; the address is looked up by the worker. */
const SignInMessage = z.object({ kind: z.literal('sign_in'), token: z.string().min(1) });
export type SignInMessage = z.output<typeof SignInMessage>;

/** A notice to the owner of an account; `subject` is ASCII. */
const OwnerMessage = z.object({
  kind: z.literal('owner'),
  account: idOf('acc'),
  /** The id of the occurrence that it is about, by which its claim is found: one occurrence, one mail. */
  about: z.string().min(1),
  subject: z.string(),
  text: z.string(),
  fields: z.record(z.string(), z.string()),
  made_at: z.iso.datetime(),
});
export type OwnerMessage = z.output<typeof OwnerMessage>;

/** The mail to a new member; the address is looked up by the worker. */
const InvitationMessage = z.object({
  kind: z.literal('invitation'),
  account: idOf('acc'),
  member: idOf('mem'),
  made_at: z.iso.datetime(),
});
export type InvitationMessage = z.output<typeof InvitationMessage>;

export const NoticeMessage = z.discriminatedUnion('kind', [SignInMessage, OwnerMessage, InvitationMessage]);
export type NoticeMessage = z.output<typeof NoticeMessage>;

export type NoticeQueue = { enqueue: (message: NoticeMessage, delay_s?: number) => Promise<void> };

export type NoticeClaims = {
  /** False when it was taken before. */
  take: (about: string) => Promise<boolean>;
  /** Ends a claim after a send that SES did not take: it may be tried again. */
  release: (about: string) => Promise<void>;
};
