import { notFound } from '../../../../shared/core/errors.ts';
import type { Base, Identity, Oidc, Sessions } from '../../../../shared/domain/context.ts';
import { signIn_s } from '../../../../shared/domain/sessions/ask-sign-in.ts';
import { session_s } from '../../../../shared/domain/sessions/finish-sign-in.ts';
import { nextPath } from '../../../../shared/domain/sessions/next-path.ts';
import { finishOidc, startOidc } from '../../../../shared/domain/sessions/oidc-sign-in.ts';
import { findSession } from '../../../../shared/domain/sessions/session.ts';
import { cookieHeader } from '../../../../shared/http/pages/cookie.ts';
import { type Page, type PageAnswer, type PageInput, seeOther } from '../../../../shared/http/pages/page.ts';
import { pageOf } from '../pages.tsx';

type Ports = Base & Identity & Sessions & Oidc;

/** The browser's name in the list of sessions. */
export const browserOf = ({ request }: PageInput): string => request.headers.get('user-agent') ?? '';

/** The response to a completed sign-in: its cookie and the next page. */
export const signedIn = ({ cookie, next }: { cookie: string; next: string }): PageAnswer =>
  seeOther(next, { cookie: cookieHeader(cookie, session_s) });

/** A page for each sign-in outcome, with a link to another way to sign in. */
const ended = (status: number, name: string, text: string): PageAnswer =>
  pageOf(
    name,
    <>
      <div class="fault" role="alert">
        <p>{text}</p>
      </div>
      <p>
        <a class="button" href="/sign-in">
          Back to sign-in
        </a>
      </p>
    </>,
    status,
  );

const ends = {
  not_begun: ended(
    400,
    'This sign-in is no longer valid',
    'It started in another browser or more than 15 minutes ago. Start again.',
  ),
  refused: ended(
    403,
    'Not signed in',
    'The identity provider didn’t confirm who you are. Try again. If that doesn’t help, ask the operator of this deployment.',
  ),
  // An unverified address and an address without a member get the same page (D9).
  no_member: ended(
    403,
    'Not signed in',
    'The identity provider didn’t return a member’s verified address. Ask an account owner to invite you.',
  ),
  unavailable: ended(
    502,
    'The identity provider isn’t responding',
    'Try again in a minute. Meanwhile, the operator of this deployment can create a sign-in link for you.',
  ),
};

const configured = (ctx: Base) => {
  if (!ctx.settings.sign_in.oidc) throw notFound('Page');
};

/** A signed-in browser stays signed in, because a link from elsewhere must not end its session. */
async function start(ctx: Ports, { cookie, search, request_id }: PageInput): Promise<PageAnswer> {
  configured(ctx);
  const next = search.get('next');
  const asks = { request_id, present: false, any_account: true };
  if (cookie !== null && (await findSession(ctx, { cookie, ...asks })) !== null)
    return seeOther(nextPath(next, ctx.settings.dashboard_url));
  const begun = await startOidc(ctx, { next });
  return begun === 'unavailable'
    ? ends.unavailable
    : seeOther(begun.url, { cookie: cookieHeader(begun.cookie, signIn_s) });
}

async function finish(ctx: Ports, input: PageInput): Promise<PageAnswer> {
  configured(ctx);
  const { search: callback, cookie, address } = input;
  const done = await finishOidc(ctx, { callback, cookie, address, user_agent: browserOf(input) });
  return typeof done === 'string' ? ends[done] : signedIn(done);
}

/** Signing in with an organization's provider. Starts with a link, because CSP restricts form targets. */
export const oidcPages: Page<Ports>[] = [
  { method: 'GET', path: '/sign-in/oidc', open: true, run: start },
  { method: 'GET', path: '/sign-in/oidc/callback', open: true, run: finish },
];
