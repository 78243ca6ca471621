import * as z from 'zod';
import { idOf } from '../../core/schemas.ts';

/** A sign-in email. The worker looks up the address. */
const SignInMessage = z.object({ kind: z.literal('sign_in'), token: z.string().min(1) });
export type SignInMessage = z.output<typeof SignInMessage>;

/** A notice to an account's owner. `subject` is ASCII. */
const OwnerMessage = z.object({
  kind: z.literal('owner'),
  account: idOf('acc'),
  /** Names the occurrence, so that each gets one claim and one email. */
  about: z.string().min(1),
  subject: z.string(),
  text: z.string(),
  fields: z.record(z.string(), z.string()),
  made_at: z.iso.datetime(),
});
export type OwnerMessage = z.output<typeof OwnerMessage>;

/** The email to a new member. The worker looks up the address. */
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
  /** False if already taken. */
  take: (about: string) => Promise<boolean>;
  /** Ends a claim when SES took nothing, so it can be retried. */
  release: (about: string) => Promise<void>;
};
