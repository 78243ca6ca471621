import { session_s } from '../../../../shared/domain/sessions/finish-sign-in.ts';
import { cookieHeader } from '../../../../shared/http/pages/cookie.ts';
import { type PageAnswer, type PageInput, seeOther } from '../../../../shared/http/pages/page.ts';

/** The browser's name in the list of sessions. */
export const browserOf = ({ request }: PageInput): string => request.headers.get('user-agent') ?? '';

/** The response to a completed sign-in: its cookie and the next page. */
export const signedIn = ({ cookie, next }: { cookie: string; next: string }): PageAnswer =>
  seeOther(next, { cookie: cookieHeader(cookie, session_s) });
