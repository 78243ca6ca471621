import { compose } from '../../shared/aws/compose.ts';
import { identity, sessions } from '../../shared/aws/families/accounts.ts';
import { ses } from '../../shared/aws/families/ses.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { NoticeMessage } from '../../shared/domain/ports/sessions.ts';
import { mailSignIn } from '../../shared/domain/sessions/mail-sign-in.ts';

const ctx = compose([identity, ses, sessions]);

export const handler = sqsHandler(ctx.log, NoticeMessage, (message) => mailSignIn(ctx, message));
