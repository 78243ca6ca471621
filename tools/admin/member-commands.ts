import { Option } from 'commander';
import { roles } from '../../shared/core/records/members.ts';
import { addMemberFor, makeSignInLink, removeMember } from '../../shared/domain/sessions/members.ts';
import { type AdminCommand, accountOption, emailOption, numberOption, required } from './options.ts';

/** Commands for dashboard members. */
export const memberCommands: Record<string, AdminCommand> = {
  'add-member': {
    about: "add a dashboard member, or change a member's role",
    options: [
      required(accountOption()),
      required(emailOption()),
      required(new Option('--role <role>', 'what the member is allowed to do').choices(roles)),
    ],
    read:
      ({ account, email, role }) =>
      async (ctx) => ({ member: await addMemberFor(ctx, { account, email, role }) }),
  },
  'remove-member': {
    about: 'remove a dashboard member, who is signed out within half a minute',
    options: [required(accountOption()), required(emailOption())],
    read:
      ({ account, email }) =>
      async (ctx) => ({ member: await removeMember(ctx, { account, email }) }),
  },
  'sign-in-link': {
    about: 'print a link that signs a member in once, in any browser',
    options: [
      required(emailOption()),
      accountOption('--account <acc_…>', 'the account, if the member has several'),
      numberOption('--minutes <n>', 'how long the link works, up to a day', 1440).default(15),
    ],
    read:
      ({ email, account = null, minutes }) =>
      async (ctx) =>
        makeSignInLink(ctx, { email, account, minutes }),
  },
};
