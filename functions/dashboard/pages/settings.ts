import { type Issue, isAppError } from '../../../shared/core/errors.ts';
import { type Role, roles } from '../../../shared/core/records/members.ts';
import { addMember, removeMember } from '../../../shared/domain/sessions/members.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { orFormAgain } from '../parts/acting.ts';
import {
  asking,
  button,
  confirmation,
  doneNote,
  faults,
  field,
  form,
  status,
  table,
  time,
} from '../parts/parts.ts';

const notes = {
  saved: 'The member was saved.',
  removed: 'The member was removed.',
  ended: 'The session was ended.',
};

const roleOptions = roles.map((role) => [role, role] as const);
const roleOf = (text: string | null): Role => roles.find((role) => role === text) ?? 'support';

/** The role of a member, which its form changes. */
function roleForm(input: SessionInput, { email, role }: { email: string; role: Role }, at: number): Html {
  const id = `role-${at}`;
  const options = roles.map(
    (one) => markup`<option value="${one}"${one === role ? markup` selected` : nothing}>${one}</option>`,
  );
  return form(
    input,
    '/settings/members/change-role',
    markup`<div class="inline"><input type="hidden" name="email" value="${email}"><label class="unseen" for="${id}">Role of ${outside(email)}</label><select id="${id}" name="role">${options}</select>${button('Change role', 'quiet')}</div>`,
  );
}

async function members(
  ctx: DashboardContext,
  input: SessionInput,
  issues: Issue[] = [],
  code = 200,
): Promise<PageAnswer> {
  const { session, search, form: sent } = input;
  const all = await ctx.members.list(session.caller.account.id);
  const rows = all.map((member, at) => [
    outside(member.email),
    roleForm(input, member, at),
    status(member.status),
    time(member.last_seen_at),
    asking(`/settings/members/remove?${new URLSearchParams({ email: member.email })}`, 'Remove', 'link'),
  ]);
  const fields = markup`${field({ name: 'email', label: 'Email', type: 'email', value: sent.get('email'), required: true }, issues)}
${field({ name: 'role', label: 'Role', value: sent.get('role') ?? 'developer', options: roleOptions, hint: 'owner: everything; developer: all but members; support: read, resend, suppressions' }, issues)}${button('Invite')}`;
  return {
    status: code,
    page: {
      name: 'Members',
      content: markup`${doneNote(search, notes)}${faults(issues)}${table({ caption: 'Members', heads: ['Email', 'Role', 'Status', 'Last seen', 'Action'], rows })}
<h2>Invite</h2>${form(input, '/settings/members/invite', fields)}`,
    },
  };
}

const invite = (ctx: DashboardContext, input: SessionInput): Promise<PageAnswer> =>
  orFormAgain(
    async () => {
      const { form: sent, session } = input;
      const role = roleOf(sent.get('role'));
      await addMember(ctx, { account: session.caller.account.id, email: sent.get('email') ?? '', role });
      return seeOther('/settings/members?done=saved');
    },
    (issues, code) => members(ctx, input, issues, code),
  );

/** A role that is none changes nothing. */
async function changeRole(ctx: DashboardContext, input: SessionInput): Promise<PageAnswer> {
  const role = roles.find((one) => one === input.form.get('role'));
  if (role !== undefined) return invite(ctx, input);
  return members(ctx, input, [{ path: 'role', rule: 'enum', message: 'This is not a role' }], 400);
}

async function remove(ctx: DashboardContext, input: SessionInput): Promise<PageAnswer> {
  try {
    const { account } = input.session.caller;
    await removeMember(ctx, { account: account.id, email: input.form.get('email') ?? '' });
    return seeOther('/settings/members?done=removed');
  } catch (error) {
    if (!isAppError(error) || error.status !== 409) throw error;
    return members(ctx, input, [{ path: 'email', rule: 'conflict', message: error.message }], 409);
  }
}

async function sessions(ctx: DashboardContext, input: SessionInput): Promise<PageAnswer> {
  const { session, search } = input;
  const all = await ctx.sessions.list(session.member.email);
  const rows = all.map((one) => [
    outside(one.user_agent || 'unknown browser'),
    one.hash === session.hash ? markup`<strong>this one</strong>` : markup`–`,
    time(one.created_at),
    time(one.last_seen_at),
    form(
      input,
      '/settings/sessions/end',
      markup`<input type="hidden" name="session" value="${one.hash}">${button('End session', 'quiet')}`,
    ),
  ]);
  return {
    page: {
      name: 'Sessions',
      content: markup`${doneNote(search, notes)}${table({ caption: 'Browsers that are signed in as you', heads: ['Browser', 'Current', 'Since', 'Last seen', 'Action'], rows })}
<div class="actions">${asking(`/settings/sessions/end-all`, 'Sign out everywhere')}</div>`,
    },
  };
}

/** Ends sessions of the same address only. */
async function end(
  ctx: DashboardContext,
  { session, form: sent }: SessionInput,
  all: boolean,
): Promise<PageAnswer> {
  const own = await ctx.sessions.list(session.member.email);
  const chosen = own.filter(({ hash }) => all || hash === sent.get('session'));
  await Promise.all(chosen.map(({ hash }) => ctx.sessions.end(hash)));
  const isHere = chosen.some(({ hash }) => hash === session.hash);
  return seeOther(isHere ? '/sign-in' : '/settings/sessions?done=ended');
}

/** Members and sessions (D19, D20, D11). */
export const settingsPages: Page<DashboardContext>[] = [
  {
    method: 'GET',
    path: '/settings/members',
    scope: null,
    owner: true,
    run: (ctx, input) => members(ctx, input),
  },
  { method: 'POST', path: '/settings/members/invite', scope: null, owner: true, run: invite },
  { method: 'POST', path: '/settings/members/change-role', scope: null, owner: true, run: changeRole },
  {
    method: 'GET',
    path: '/settings/members/remove',
    scope: null,
    owner: true,
    run: async (_, input) => {
      const email = input.search.get('email') ?? '';
      const content = confirmation(input, {
        action: '/settings/members/remove',
        text: markup`${outside(email)} is signed out and cannot come back.`,
        label: 'Remove',
        back: '/settings/members',
        fields: markup`<input type="hidden" name="email" value="${email}">`,
      });
      return { page: { name: 'Remove a member', content } };
    },
  },
  { method: 'POST', path: '/settings/members/remove', scope: null, owner: true, run: remove },
  { method: 'GET', path: '/settings/sessions', scope: null, run: sessions },
  {
    method: 'POST',
    path: '/settings/sessions/end',
    scope: null,
    run: (ctx, input) => end(ctx, input, false),
  },
  {
    method: 'GET',
    path: '/settings/sessions/end-all',
    scope: null,
    run: async (_, input) => ({
      page: {
        name: 'Sign out everywhere',
        content: confirmation(input, {
          action: '/settings/sessions/end-all',
          text: markup`Every browser that is signed in with your address is signed out, this one too.`,
          label: 'Sign out everywhere',
          back: '/settings/sessions',
        }),
      },
    }),
  },
  {
    method: 'POST',
    path: '/settings/sessions/end-all',
    scope: null,
    run: (ctx, input) => end(ctx, input, true),
  },
];
