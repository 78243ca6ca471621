import { serveThread } from '../../shared/core/serve-thread.ts';
import { checkMail } from '../../shared/net/mail-auth.ts';

serveThread(checkMail);
