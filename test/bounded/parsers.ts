import { commandLineParsers } from './command-lines.ts';
import { doorParsers } from './doors.ts';
import { htmlParsers } from './html.ts';
import { jsonParsers } from './json.ts';
import { mailParsers } from './mail.ts';
import { notificationParsers } from './notifications.ts';
import type { Parser } from './parser.ts';
import { patternParsers } from './patterns.ts';
import { replyParsers } from './replies.ts';
import { requestParsers } from './requests.ts';
import { routeParsers } from './routes.ts';
import { smtpParsers } from './smtp.ts';
import { templateParsers } from './templates.ts';
import { valueParsers } from './values.ts';

/** Everything that reads what the service didn't write itself. */
export const parsers: Parser[] = [
  ...doorParsers,
  ...jsonParsers,
  ...routeParsers,
  ...requestParsers,
  ...templateParsers,
  ...valueParsers,
  ...htmlParsers,
  ...mailParsers,
  ...replyParsers,
  ...notificationParsers,
  ...patternParsers,
  ...commandLineParsers,
  ...smtpParsers,
];
