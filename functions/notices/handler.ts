import { compose } from '../../shared/aws/compose/compose.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { ses } from '../../shared/aws/compose/ses.ts';
import { sessions } from '../../shared/aws/compose/sessions.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { NoticeMessage } from '../../shared/domain/ports/sessions.ts';
import { mailSignIn } from '../../shared/domain/sessions/mail-sign-in.ts';

const ctx = compose([identity, ses, sessions]);

export const handler = sqsHandler(ctx.log, NoticeMessage, (message) => mailSignIn(ctx, message));
