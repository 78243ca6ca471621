import { compose } from '../../shared/aws/compose.ts';
import { identity, notices, noticesSent, sessions } from '../../shared/aws/families/accounts.ts';
import { ownQueue } from '../../shared/aws/families/queues.ts';
import { sendingState, ses } from '../../shared/aws/families/ses.ts';
import { drainable } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { sendNotice } from '../../shared/domain/accounts/mail-notice.ts';
import { NoticeMessage } from '../../shared/domain/ports/notices.ts';
import { mailInvitation } from '../../shared/domain/sessions/invite-member.ts';
import { mailSignIn } from '../../shared/domain/sessions/mail-sign-in.ts';

const ctx = compose([identity, notices, noticesSent, ownQueue, sendingState, ses, sessions]);

function mail(message: NoticeMessage): Promise<void> {
  if (message.kind === 'owner') return sendNotice(ctx, message);
  if (message.kind === 'invitation') return mailInvitation(ctx, message);
  return mailSignIn(ctx, message);
}

export const handler = drainable(ctx, sqsHandler(ctx.log, NoticeMessage, mail));
