import { Option } from 'commander';
import { roles } from '../../shared/core/records/members.ts';
import { addMemberFor, makeSignInLink, removeMember } from '../../shared/domain/sessions/members.ts';
import { type AdminCommand, accountOption, emailOption, numberOption, required } from './options.ts';

/** Commands for dashboard members. */
export const memberCommands: Record<string, AdminCommand> = {
  'add-member': {
    about: "Add a dashboard member, or change a member's role",
    options: [
      required(accountOption()),
      required(emailOption()),
      required(new Option('--role <role>', "The member's role.").choices(roles)),
    ],
    read:
      ({ account, email, role }) =>
      async (ctx) => ({ member: await addMemberFor(ctx, { account, email, role }) }),
  },
  'remove-member': {
    about: 'Remove a dashboard member. The member is signed out within 30 seconds.',
    options: [required(accountOption()), required(emailOption())],
    read:
      ({ account, email }) =>
      async (ctx) => ({ member: await removeMember(ctx, { account, email }) }),
  },
  'sign-in-link': {
    about: 'Print a single-use sign-in link for a member. It works in any browser.',
    options: [
      required(emailOption()),
      accountOption('--account <acc_…>', 'Account id, if the member has several accounts.'),
      numberOption('--minutes <n>', 'Number of minutes the link works, up to 1,440 (one day).', 1440).default(
        15,
      ),
    ],
    read:
      ({ email, account = null, minutes }) =>
      async (ctx) =>
        makeSignInLink(ctx, { email, account, minutes }),
  },
};
