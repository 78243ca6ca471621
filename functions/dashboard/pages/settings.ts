import { isAppError } from '../../../shared/core/errors.ts';
import { type Role, roles } from '../../../shared/core/records/members.ts';
import { inviteMember } from '../../../shared/domain/sessions/invite-member.ts';
import { removeMember, setRole } from '../../../shared/domain/sessions/members.ts';
import { isOver } from '../../../shared/domain/sessions/session.ts';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.ts';
import { get, pageOf, post } from '../parts/pages.ts';
import {
  button,
  choicesOf,
  confirmLink,
  doneNote,
  faults,
  fieldsOf,
  form,
  hidden,
  status,
  table,
  time,
} from '../parts/parts.ts';

const notes = {
  saved: 'The member was saved.',
  removed: 'The member was removed.',
  ended: 'The session was ended.',
};

/** Max sessions that the page shows. "Sign out everywhere" also ends the hidden ones. */
const shownSessions = 100;

const roleOf = (text: string | null): Role | undefined => roles.find((role) => role === text);

function roleForm(input: SessionInput, { email, role }: { email: string; role: Role }, at: number): Html {
  const id = `role-${at}`;
  return form(
    input,
    '/settings/members/change-role',
    markup`<div class="inline">${hidden({ email })}<label class="unseen" for="${id}">Role of ${outside(email)}</label><select id="${id}" name="role">${choicesOf(roles, role)}</select>${button('Change role', 'quiet')}</div>`,
  );
}

/** Members and sessions. */
export function settingsPages(ctx: DashboardContext): Page<DashboardContext>[] {
  async function members(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const all = await ctx.members.list(input.session.caller.account.id);
    const rows = all.map((member, at) => [
      outside(member.email),
      roleForm(input, member, at),
      status(member.status),
      time(member.last_seen_at),
      confirmLink(
        `/settings/members/remove?${new URLSearchParams({ email: member.email })}`,
        'Remove',
        'link',
      ),
    ]);
    const field = fieldsOf(input.form, issues, { role: 'developer' });
    const hint =
      'Owners can do everything. Developers can do everything except manage members. Support can view data, resend, cancel, and reschedule emails, and edit suppressions';
    const fields = markup`${field({ name: 'email', label: 'Email', type: 'email', required: true })}
${field({ name: 'role', label: 'Role', options: roles, hint })}${button('Invite member')}`;
    return pageOf(
      'Members',
      markup`${doneNote(input.search, notes)}${faults(issues)}${table({ caption: 'Members', heads: ['Email', 'Role', 'Status', 'Last seen', 'Action'], rows })}
<h2>Invite a member</h2>${form(input, '/settings/members/invite', fields)}`,
      code,
    );
  }

  const saving = (save: (member: Parameters<typeof setRole>[1]) => Promise<unknown>) =>
    showFormOnRefusal(members, async ({ form: sent, session }) => {
      const { id: account } = session.caller.account;
      const role = roleOf(sent.get('role')) ?? 'support';
      await save({ account, email: sent.get('email') ?? '', role });
      return seeOther('/settings/members?done=saved');
    });
  const invite = saving((member) => inviteMember(ctx, member));
  const saveRole = saving((member) => setRole(ctx, member));

  /** Changes a member's role. An unknown role changes nothing. */
  const changeRole: Run = (input) => {
    if (roleOf(input.form.get('role')) !== undefined) return saveRole(input);
    const issues = [{ path: 'role', rule: 'enum' as const, message: 'Unknown role' }];
    return members(input, { issues, status: 400 });
  };

  const askRemove = (input: SessionInput): Asked => {
    const email = input.search.get('email') ?? '';
    return {
      name: 'Remove member',
      text: markup`${outside(email)} is signed out and can no longer sign in to this account.`,
      label: 'Remove',
      back: '/settings/members',
      fields: hidden({ email }),
    };
  };

  async function remove(input: SessionInput): Promise<PageAnswer> {
    try {
      const { account } = input.session.caller;
      await removeMember(ctx, { account: account.id, email: input.form.get('email') ?? '' });
      return seeOther('/settings/members?done=removed');
    } catch (error) {
      if (!isAppError(error) || error.status !== 409) throw error;
      const issues = [{ path: 'email', rule: 'conflict' as const, message: error.message }];
      return members(input, { issues, status: 409 });
    }
  }

  async function sessions(input: SessionInput): Promise<PageAnswer> {
    const { session, search } = input;
    const all = await ctx.sessions.list(session.member.email);
    const open = all.filter((one) => !isOver(one, ctx.runtime.now()));
    const rows = open
      .slice(0, shownSessions)
      .map((one) => [
        outside(one.user_agent || 'unknown browser'),
        one.hash === session.hash ? markup`<strong>this one</strong>` : '–',
        time(one.created_at),
        time(one.last_seen_at),
        form(
          input,
          '/settings/sessions/end',
          markup`${hidden({ session: one.hash })}${button('End session', 'quiet')}`,
        ),
      ]);
    return pageOf(
      'Sessions',
      markup`${doneNote(search, notes)}${table({ caption: 'Browsers signed in as you', heads: ['Browser', 'Current', 'Signed in', 'Last seen', 'Action'], rows })}
<div class="actions">${confirmLink(`/settings/sessions/end-all`, 'Sign out everywhere')}</div>`,
    );
  }

  const askEndAll = (): Asked => ({
    name: 'Sign out everywhere',
    text: markup`This signs out every browser that uses your address, including this one.`,
    label: 'Sign out everywhere',
    back: '/settings/sessions',
  });

  /** Ends only sessions of the same address. */
  const end =
    (isChosen: (hash: string, sent: URLSearchParams) => boolean): Run =>
    async ({ session, form: sent }) => {
      const own = await ctx.sessions.list(session.member.email);
      const chosen = own.filter(({ hash }) => isChosen(hash, sent));
      await Promise.all(chosen.map(({ hash }) => ctx.sessions.end(hash)));
      const isHere = chosen.some(({ hash }) => hash === session.hash);
      return seeOther(isHere ? '/sign-in' : '/settings/sessions?done=ended');
    };
  const endOne = end((hash, sent) => hash === sent.get('session'));
  const endAll = end(() => true);

  return [
    get('/settings/members', 'owner', members),
    post('/settings/members/invite', 'owner', invite),
    post('/settings/members/change-role', 'owner', changeRole),
    ...confirmPages('/settings/members/remove', 'owner', askRemove, remove),
    get('/settings/sessions', null, sessions),
    post('/settings/sessions/end', null, endOne),
    ...confirmPages('/settings/sessions/end-all', null, askEndAll, endAll),
  ];
}
