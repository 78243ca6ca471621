import { roles } from '../../shared/core/records/members.ts';
import { addMemberFor, makeSignInLink, removeMember } from '../../shared/domain/sessions/members.ts';
import { accountOf, type Command, issue, string, text, type Values } from './options.ts';

/** The commands on people who use the dashboard (D8, D20). */
export const memberCommands: Record<string, Command> = {
  'add-member': {
    synopsis: `--account <acc_…> --email <address> --role ${roles.join('|')}`,
    about: 'a person who may use the dashboard of the account, or another role of one',
    options: { account: string, email: string, role: string },
    read: (values) => {
      const input = { account: accountOf(values), email: text(values, 'email'), role: roleOf(values) };
      return async (ctx) => ({ member: await addMemberFor(ctx, input) });
    },
  },
  'remove-member': {
    synopsis: '--account <acc_…> --email <address>',
    about: 'takes the dashboard from a person, who is signed out within half a minute',
    options: { account: string, email: string },
    read: (values) => {
      const input = { account: accountOf(values), email: text(values, 'email') };
      return async (ctx) => ({ member: await removeMember(ctx, input) });
    },
  },
  'sign-in-link': {
    synopsis: '--email <address> [--account <acc_…>] [--minutes 1-1440]',
    about: 'a link that signs a member in once, in any browser; 15 minutes unless given',
    options: { email: string, account: string, minutes: string },
    read: (values) => {
      const account = values.account === undefined ? null : accountOf(values);
      const input = { email: text(values, 'email'), account, minutes: minutesOf(values.minutes) };
      return async (ctx) => makeSignInLink(ctx, input);
    },
  },
};

function roleOf(values: Values) {
  const given = text(values, 'role');
  const role = roles.find((one) => one === given);
  if (role) return role;
  throw issue('--role', 'enum', `--role is one of ${roles.join(', ')}`);
}

function minutesOf(value: Values[string]): number {
  if (value === undefined) return 15;
  const minutes = Number(value);
  if (typeof value === 'string' && /^\d{1,4}$/.test(value) && minutes >= 1 && minutes <= 1440) return minutes;
  throw issue('--minutes', 'range', '--minutes is a whole number from 1 to 1440');
}
