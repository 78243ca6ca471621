import '../../shared/mail/mime/iconv.ts';
import { serveThread } from '../../shared/core/serve-thread.ts';
import { parseInThread } from '../../shared/mail/received/in-thread.ts';

serveThread(parseInThread);
