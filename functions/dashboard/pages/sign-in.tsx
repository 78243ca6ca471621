import { AppError, type Issue, isAppError } from '../../../shared/core/errors.ts';
import type { Base, Identity, Notices, Oidc, Sessions } from '../../../shared/domain/context.ts';
import { askSignIn, signIn_s } from '../../../shared/domain/sessions/ask-sign-in.ts';
import { followSignIn, readLink, tryCode } from '../../../shared/domain/sessions/finish-sign-in.ts';
import type { Html } from '../../../shared/http/html.ts';
import { cookieHeader } from '../../../shared/http/pages/cookie.ts';
import { type Page, type PageAnswer, type PageInput, seeOther } from '../../../shared/http/pages/page.ts';
import { pageOf } from '../parts/pages.tsx';
import { faults, hidden } from '../parts/parts.tsx';
import { browserOf, oidcPages, signedIn } from '../parts/sign-in/oidc.tsx';
import { Button } from '../ui/elements.tsx';
import { Field } from '../ui/field.tsx';

type SignInPorts = Base & Identity & Sessions & Notices & Oidc;

type Refused = { status?: number; message?: string };

function askPage(ctx: Base, input: PageInput, { status = 200, message }: Refused = {}): PageAnswer {
  const next = input.form.get('next') ?? input.search.get('next') ?? '';
  const issues = message ? [{ path: 'email', rule: 'format' as const, message }] : [];
  const { link, oidc } = ctx.settings.sign_in;
  const content = (
    <>
      {link && byMail(ctx, input, issues, next)}
      {link && oidc && <p class="or">or</p>}
      {oidc && byProvider(next, link)}
    </>
  );
  return pageOf('Sign in', content, status);
}

const byProvider = (next: string, isSecond: boolean): Html => {
  const query = next === '' ? '' : `?${new URLSearchParams({ next })}`;
  return (
    <p>
      <a class={isSecond ? 'button quiet' : 'button'} href={`/sign-in/oidc${query}`}>
        Sign in with your organization
      </a>
    </p>
  );
};

const emailField = (value: string | null, issues: Issue[] = []): Html => (
  <Field
    name="email"
    label="Email"
    type="email"
    value={value}
    required
    autocomplete="email"
    issues={issues}
  />
);

const byMail = (ctx: Base, input: PageInput, issues: Issue[], next: string): Html =>
  ctx.settings.sandbox_domain === null ? (
    <p>
      This deployment has no domain to send sign-in emails from. Ask its operator to create a link for you:{' '}
      <code>npm run -s admin -- sign-in-link --email you@example.com</code>
    </p>
  ) : (
    <>
      {faults(issues)}
      <p class="soft">We’ll email you a link to sign in. You don’t need a password.</p>
      <form method="post" action="/sign-in">
        {hidden({ next })}
        {emailField(input.form.get('email'), issues)}
        <Button label="Email me a link" />
      </form>
    </>
  );

function codePage({ status = 200, message }: Refused = {}): PageAnswer {
  const issues = message ? [{ path: 'code', rule: 'format' as const, message }] : [];
  return pageOf(
    'Check your email',
    <>
      {faults(issues)}
      <p class="soft">
        If the address belongs to a member, we’ve emailed a link and a code. Open the link in this browser, or
        enter the code here. Both work for 15 minutes.
      </p>
      <form method="post" action="/sign-in/check">
        <Field
          name="code"
          label="Code"
          hint="Eight letters, XXXX-XXXX"
          autocomplete="one-time-code"
          required
          issues={issues}
        />
        <Button label="Sign in" />
      </form>
      <p>
        <a href="/sign-in">Send another email</a>
      </p>
    </>,
    status,
  );
}

const noLink: PageAnswer = pageOf(
  'This link doesn’t work',
  <>
    <p class="soft">It may be incomplete, already used, or older than 15 minutes.</p>
    <form method="post" action="/sign-in">
      {emailField(null)}
      <Button label="Email me a link" />
    </form>
  </>,
  404,
);

async function ask(ctx: SignInPorts, input: PageInput): Promise<PageAnswer> {
  if (!ctx.settings.sign_in.link)
    throw new AppError('forbidden', 'This deployment doesn’t send sign-in emails', {
      hint: 'Sign in with your organization',
    });
  try {
    const { cookie } = await askSignIn(ctx, {
      email: input.form.get('email') ?? '',
      next: input.form.get('next'),
      address: input.address,
    });
    return seeOther('/sign-in/check', { cookie: cookieHeader(cookie, signIn_s) });
  } catch (error) {
    if (isAppError(error) && error.status === 400)
      return askPage(ctx, input, { status: 400, message: 'Enter an email address' });
    throw error;
  }
}

async function check(ctx: SignInPorts, input: PageInput): Promise<PageAnswer> {
  if (input.cookie === null) return seeOther('/sign-in');
  const code = input.form.get('code') ?? '';
  const result = await tryCode(ctx, { code, cookie: input.cookie, user_agent: browserOf(input) });
  if (result === 'not_pending') return seeOther('/sign-in');
  if (result === 'wrong') return codePage({ status: 400, message: 'That code is incorrect' });
  if (result === 'void')
    return codePage({ status: 400, message: 'This sign-in is no longer valid. Request a new email' });
  return signedIn(result);
}

async function showLink(ctx: SignInPorts, { params, cookie }: PageInput): Promise<PageAnswer> {
  const token = params.token ?? '';
  const link = await readLink(ctx, { token, cookie });
  if (link === null) return noLink;
  const content =
    link.state === 'ready' ? (
      <form method="post" action={`/sign-in/${token}`}>
        <Button label="Sign in" />
      </form>
    ) : (
      <>
        <p>You started signing in with another browser. Enter this code there:</p>
        <p>
          <strong class="letters" data-copy="code">
            {link.code}
          </strong>
        </p>
      </>
    );
  return pageOf('Sign in', content);
}

async function follow(ctx: SignInPorts, input: PageInput): Promise<PageAnswer> {
  const { params, cookie } = input;
  const done = await followSignIn(ctx, { token: params.token ?? '', cookie, user_agent: browserOf(input) });
  return done === null ? noLink : signedIn(done);
}

/** Signing in and out. */
export const signInPages: Page<SignInPorts>[] = [
  { method: 'GET', path: '/sign-in', open: true, run: async (ctx, input) => askPage(ctx, input) },
  { method: 'POST', path: '/sign-in', open: true, run: ask },
  { method: 'GET', path: '/sign-in/check', open: true, run: async () => codePage() },
  { method: 'POST', path: '/sign-in/check', open: true, run: check },
  ...oidcPages,
  { method: 'GET', path: '/sign-in/{token}', open: true, run: showLink },
  { method: 'POST', path: '/sign-in/{token}', open: true, run: follow },
];

export const signOutPages: Page<SignInPorts>[] = [
  {
    method: 'POST',
    path: '/sign-out',
    scope: null,
    any_account: true,
    run: async (ctx, { session }) => {
      await ctx.sessions.end(session.hash);
      return seeOther('/sign-in', { cookie: cookieHeader('', 0) });
    },
  },
];
