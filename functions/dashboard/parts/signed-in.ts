import { session_s } from '../../../shared/domain/sessions/finish-sign-in.ts';
import { cookieHeader } from '../../../shared/http/pages/cookie.ts';
import { type PageAnswer, type PageInput, seeOther } from '../../../shared/http/pages/page.ts';

/** The browser, as the list of sessions shows it. */
export const browserOf = ({ request }: PageInput): string => request.headers.get('user-agent') ?? '';

/** The answer to a finished sign-in: its cookie, and the page after it. */
export const signedIn = ({ cookie, next }: { cookie: string; next: string }): PageAnswer =>
  seeOther(next, { cookie: cookieHeader(cookie, session_s) });
