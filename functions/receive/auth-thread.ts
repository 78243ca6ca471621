import { serveThread } from '../../shared/core/serve-thread.ts';
import { readAuthor } from '../../shared/mail/received/read-header.ts';
import { mailChecker } from '../../shared/net/mail-auth.ts';

serveThread(mailChecker(readAuthor));
