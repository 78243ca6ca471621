import { compose } from '../../shared/aws/compose.ts';
import { identity, noticesSent, sessions } from '../../shared/aws/families/accounts.ts';
import { ownQueue } from '../../shared/aws/families/queues.ts';
import { ses } from '../../shared/aws/families/ses.ts';
import { drainable } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { sendNotice } from '../../shared/domain/accounts/mail-notice.ts';
import { NoticeMessage } from '../../shared/domain/ports/notices.ts';
import { mailSignIn } from '../../shared/domain/sessions/mail-sign-in.ts';

const ctx = compose([identity, noticesSent, ownQueue, ses, sessions]);

export const handler = drainable(
  ctx,
  sqsHandler(ctx.log, NoticeMessage, (message) =>
    message.kind === 'owner' ? sendNotice(ctx, message) : mailSignIn(ctx, message),
  ),
);
