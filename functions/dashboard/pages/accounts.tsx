import { moveSession } from '../../../shared/domain/sessions/finish-sign-in.ts';
import { nextPath } from '../../../shared/domain/sessions/next-path.ts';
import { outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { pageOf } from '../parts/pages.tsx';
import { hidden } from '../parts/parts.tsx';
import { Badge, Button } from '../ui/elements.tsx';

async function choose(ctx: DashboardContext, input: SessionInput): Promise<PageAnswer> {
  const { session, search } = input;
  const memberships = await ctx.members.membershipsOf(session.member.email);
  const accounts = await Promise.all(memberships.map(({ account }) => ctx.accounts.get(account)));
  const next = nextPath(search.get('next'), ctx.settings.dashboard_url);
  return pageOf(
    'Choose an account',
    <ul class="accounts">
      {accounts.map(
        (account) =>
          account && (
            <li>
              <form class="card" method="post" action="/accounts">
                {hidden({ account: account.id, next })}
                <div>
                  <strong>{outside(account.name)}</strong>{' '}
                  {account.id === session.caller.account.id && <Badge word="current" tone="good" />}
                  <div class="small">{outside(account.email)}</div>
                </div>
                <Button label="Continue" kind="quiet" />
              </form>
            </li>
          ),
      )}
    </ul>,
  );
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
