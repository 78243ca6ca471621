import { moveSession } from '../../../shared/domain/sessions/finish-sign-in.ts';
import { nextPath } from '../../../shared/domain/sessions/next-path.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { pageOf } from '../parts/pages.ts';
import { button, hidden } from '../parts/parts.ts';

async function choose(ctx: DashboardContext, input: SessionInput): Promise<PageAnswer> {
  const { session, search } = input;
  const memberships = await ctx.members.membershipsOf(session.member.email);
  const accounts = await Promise.all(memberships.map(({ account }) => ctx.accounts.get(account)));
  const next = nextPath(search.get('next'), ctx.settings.dashboard_url);
  const choices = accounts.flatMap((account) =>
    account === null
      ? []
      : [
          markup`<li><form method="post" action="/accounts">${hidden({ account: account.id, next })}<span>${outside(account.name)} ${account.id === session.caller.account.id ? '(current)' : ''}</span> ${button('Continue', 'quiet')}</form></li>`,
        ],
  );
  return pageOf('Choose an account', markup`<ul>${choices}</ul>`);
}

/** Switches to another account with the same address. */
async function move(ctx: DashboardContext, { session, form: sent }: SessionInput): Promise<PageAnswer> {
  const memberships = await ctx.members.membershipsOf(session.member.email);
  const membership = memberships.find(({ account }) => account === sent.get('account'));
  if (membership === undefined) return seeOther('/accounts');
  await moveSession(ctx, session.hash, membership);
  return seeOther(nextPath(sent.get('next'), ctx.settings.dashboard_url));
}

export const accountPages: Page<DashboardContext>[] = [
  { method: 'GET', path: '/accounts', scope: null, any_account: true, run: choose },
  { method: 'POST', path: '/accounts', scope: null, any_account: true, run: move },
];
