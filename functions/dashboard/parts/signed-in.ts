import { session_s } from '../../../shared/domain/sessions/finish-sign-in.ts';
import { cookieHeader } from '../../../shared/http/pages/cookie.ts';
import { type PageAnswer, type PageInput, seeOther } from '../../../shared/http/pages/page.ts';

/** The browser, as the list of sessions shows it. */
export const browserOf = ({ request }: PageInput): string => request.headers.get('user-agent') ?? '';

/** A sign-in that is done: its cookie, and where it leads. */
export const signedIn = ({ cookie, next }: { cookie: string; next: string }): PageAnswer =>
  seeOther(next, { cookie: cookieHeader(cookie, session_s) });
