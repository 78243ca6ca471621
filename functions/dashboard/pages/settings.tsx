import { isAppError } from '../../../shared/core/errors.ts';
import { type Role, roles } from '../../../shared/core/records/members.ts';
import { inviteMember } from '../../../shared/domain/sessions/invite-member.ts';
import { removeMember, setRole } from '../../../shared/domain/sessions/members.ts';
import { isOver } from '../../../shared/domain/sessions/session.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import { browserName } from '../parts/browser-name.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { get, newLink, pageOf, post } from '../parts/pages.tsx';
import { confirmLink, doneNote, Form, faults, fieldsOf, hidden, time } from '../parts/parts.tsx';
import { Badge, Button } from '../ui/elements.tsx';
import { Options } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';

const notes = {
  saved: 'The member was saved.',
  removed: 'The member was removed.',
  ended: 'Session ended.',
};

/** Max sessions that the page shows. "Sign out everywhere" also ends the hidden ones. */
const shownSessions = 100;

const roleOf = (text: string | null): Role | undefined => roles.find((role) => role === text);

const roleHints: Record<Role, string> = {
  owner: 'Can do everything.',
  developer: 'Can do everything except manage members.',
  support: 'Can view data, resend, cancel, and reschedule emails, and edit suppressions.',
};

function RoleForm({ input, member, at }: { input: SessionInput; member: Membership; at: number }): Html {
  const { email, role } = member;
  const id = `role-${at}`;
  return (
    <Form input={input} action="/settings/members/change-role">
      <div class="inline">
        {hidden({ email })}
        <label class="unseen" for={id}>
          Role for {outside(email)}
        </label>
        <select id={id} name="role">
          <Options options={roles} chosen={role} />
        </select>
        <Button label="Change role" kind="quiet" />
      </div>
    </Form>
  );
}

type Membership = { email: string; role: Role };

/** Members and sessions. */
export function settingsPages(ctx: DashboardContext): Page<DashboardContext>[] {
  async function members(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const all = await ctx.members.list(input.session.caller.account.id);
    const rows = all.map((member, at) => [
      <>
        {outside(member.email)}{' '}
        {member.email === input.session.member.email && <span class="soft">(you)</span>}
      </>,
      <RoleForm input={input} member={member} at={at} />,
      <Badge word={member.status} />,
      time(member.last_seen_at),
      confirmLink(
        `/settings/members/remove?${new URLSearchParams({ email: member.email })}`,
        'Remove',
        'link',
      ),
    ]);
    return pageOf(
      { name: 'Members', action: newLink('/settings/members/invite', 'Invite member') },
      <>
        {doneNote(input.search, notes)}
        {faults(issues)}
        <Table
          caption="Members"
          heads={['Email', 'Role', 'Status', 'Last seen', 'Action']}
          rows={rows}
          list
        />
        <RoleTable />
      </>,
      code,
    );
  }

  function invitation(input: SessionInput, { issues, status: code }: Refused = {}): PageAnswer {
    const field = fieldsOf(input.form, issues, { role: 'developer' });
    return pageOf(
      'Invite a member',
      <>
        <p>They get an email with a link to the sign-in page.</p>
        {faults(issues)}
        <Form input={input} action="/settings/members/invite">
          {field({ name: 'email', label: 'Email', type: 'email', required: true })}
          {field({ name: 'role', label: 'Role', options: roles })}
          <Button label="Invite member" />
        </Form>
        <RoleTable />
      </>,
      code,
    );
  }

  const saving = (
    page: (input: SessionInput, refused?: Refused) => PageAnswer | Promise<PageAnswer>,
    save: (member: Parameters<typeof setRole>[1]) => Promise<unknown>,
  ) =>
    showFormOnRefusal(page, async ({ form: sent, session }) => {
      const { id: account } = session.caller.account;
      const role = roleOf(sent.get('role')) ?? 'support';
      await save({ account, email: sent.get('email') ?? '', role });
      return seeOther('/settings/members?done=saved');
    });
  const invite = saving(invitation, (member) => inviteMember(ctx, member));
  const saveRole = saving(members, (member) => setRole(ctx, member));

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
      text: <>{outside(email)} is signed out and can no longer sign in to this account.</>,
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
    const rows = open.slice(0, shownSessions).map((one) => [
      <>
        {outside(browserName(one.user_agent))}
        <div class="small clip">{outside(one.user_agent)}</div>
      </>,
      one.hash === session.hash ? <Badge word="this browser" tone="good" /> : '–',
      time(one.created_at),
      time(one.last_seen_at),
      <Form input={input} action="/settings/sessions/end">
        {hidden({ session: one.hash })}
        <Button label="End session" kind="quiet" />
      </Form>,
    ]);
    const heads = ['Browser', 'Current', 'Signed in', 'Last seen', 'Action'];
    return pageOf(
      {
        name: 'Sessions',
        action: confirmLink(`/settings/sessions/end-all`, 'Sign out everywhere'),
      },
      <>
        {doneNote(search, notes)}
        <Table caption="Browsers signed in as you" heads={heads} rows={rows} list />
      </>,
    );
  }

  const askEndAll = (): Asked => ({
    name: 'Sign out everywhere',
    text: <>This signs you out in every browser, including this one.</>,
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
    get('/settings/members/invite', 'owner', invitation),
    post('/settings/members/invite', 'owner', invite),
    post('/settings/members/change-role', 'owner', changeRole),
    ...confirmPages('/settings/members/remove', 'owner', askRemove, remove),
    get('/settings/sessions', null, sessions),
    post('/settings/sessions/end', null, endOne),
    ...confirmPages('/settings/sessions/end-all', null, askEndAll, endAll),
  ];
}

/** What each role can do. */
const RoleTable = (): Html => (
  <>
    <h2>Roles</h2>
    <Table
      caption="Roles"
      heads={['Role', 'Permissions']}
      rows={roles.map((role) => [role, roleHints[role]])}
    />
  </>
);
