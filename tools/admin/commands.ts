import { domainNameOf } from '../../shared/core/addresses.ts';
import { isAppError } from '../../shared/core/errors.ts';
import { adoptDomain, adoptInboundDomain } from '../../shared/domain/domains/adopt-domain.ts';
import type { SesIdentity } from '../../shared/domain/ports/sending.ts';
import { resumeTenant } from '../../shared/domain/tenant-admin/resume-tenant.ts';
import { accountCommands } from './account-commands.ts';
import { memberCommands } from './member-commands.ts';
import {
  accountOf,
  boolean,
  type Command,
  issue,
  readOptions,
  string,
  text,
  type Values,
  type Work,
} from './options.ts';

const commands: Record<string, Command> = {
  ...accountCommands,
  ...memberCommands,
  'adopt-domain': {
    synopsis: '--account <acc_…> --domain <name> [--inbound]',
    about:
      'attaches a domain whose identity SES has verified already; --inbound: one that only receives, whose MX record points here',
    options: { account: string, domain: string, inbound: boolean },
    read: readAdoptDomain,
  },
  'resume-tenant': {
    synopsis: '--account <acc_…> --tenant <external_id or ten_…>',
    about: 'lifts the pause of a tenant, also one that the service made for its bounces or complaints',
    options: { account: string, tenant: string },
    read: (values) => {
      const input = { account: accountOf(values), tenant: text(values, 'tenant') };
      return async (ctx) => ({ tenant: await resumeTenant(ctx, input) });
    },
  },
  'rotate-secret': {
    synopsis: '',
    about: 'a new secret seals cursors and links from now on; what older ones sealed stays readable',
    options: {},
    read: () => async (ctx) => ({ secret_number: await ctx.deployment_secrets.rotate() }),
  },
};

export const usage = Object.entries(commands)
  .map(([name, { synopsis, about }]) => `  ${name} ${synopsis}\n      ${about}\n`)
  .join('');

export function adminError(error: unknown): { error: { message: string; code: string } } {
  const message = error instanceof Error ? error.message : String(error);
  return { error: { message, code: isAppError(error) ? error.code : 'internal_error' } };
}

/**
 * Reads and checks a command line before anything is touched. Throws validation_error: an unknown command or option, an
 * option that is missing or malformed.
 */
export function readCommand(argv: string[]): Work {
  const [name = '', ...args] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const message = `command: "${name}" is none of ${Object.keys(commands).join(', ')}`;
    throw issue('command', 'enum', message);
  }
  return command.read(readOptions(args, command.options));
}

function readAdoptDomain(values: Values): Work {
  const account = accountOf(values);
  const name = domainNameOf(text(values, 'domain'));
  if (name === null) {
    const message = '--domain is not a domain name of at least two labels, like mail.example.com';
    throw issue('--domain', 'format', message);
  }
  if (values.inbound === true)
    return async (ctx, identities) => {
      const { id: domain_id, status } = await adoptInboundDomain(ctx, identities, { account, name });
      return { domain_id, name, status, inbound_enabled: true };
    };
  return async (ctx, identities) => {
    const { domain, identity, dmarc } = await adoptDomain(ctx, identities, { account, name });
    const { id: domain_id, status } = domain;
    return { domain_id, name: domain.name, status, ...identityReport(name, identity), dmarc };
  };
}

/** The facts of an identity that this service did not make (P20). */
function identityReport(name: string, { signed, mail_from, forwards_feedback }: SesIdentity) {
  const aligned = mail_from?.verified === true && mail_from.domain.endsWith(`.${name}`);
  return {
    mail_from: mail_from && { ...mail_from, aligned },
    dkim: signed ? 'aligned' : 'not aligned: SES does not sign for this domain',
    feedback_forwarding: forwards_feedback ? 'switched off' : 'off',
  };
}
