import { Command, CommanderError, Option } from 'commander';
import { domainNameOf } from '../../shared/core/addresses.ts';
import { invalid, isAppError } from '../../shared/core/errors.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { adoptDomain, adoptInboundDomain } from '../../shared/domain/domains/adopt-domain.ts';
import type { SesIdentity } from '../../shared/domain/ports/sending.ts';
import { resumeTenant } from '../../shared/domain/tenant-admin/resume-tenant.ts';
import { accountCommands } from './account-commands.ts';
import { memberCommands } from './member-commands.ts';
import {
  type AdminCommand,
  accountOption,
  required,
  say,
  tenantOption,
  valued,
  type Work,
} from './options.ts';

const domainOption = () =>
  valued(
    '--domain <name>',
    'Domain name.',
    (value) => domainNameOf(value) ?? undefined,
    'a domain name like mail.example.com',
  );

const commands: Record<string, AdminCommand> = {
  ...accountCommands,
  ...memberCommands,
  'adopt-domain': {
    about: 'Add a domain that SES has already verified',
    options: [
      required(accountOption()),
      required(domainOption()),
      new Option(
        '--inbound',
        'Add a domain that only receives mail. Its MX record must point to this deployment.',
      ),
    ],
    read: ({ account, domain: name, inbound }) =>
      inbound ? receiveFor({ account, name }) : sendFrom({ account, name }),
  },
  'resume-tenant': {
    about: 'Resume a paused tenant, even if bounces or complaints caused the pause',
    options: [required(accountOption()), required(tenantOption())],
    read:
      ({ account, tenant }) =>
      async (ctx) => ({ tenant: await resumeTenant(ctx, { account, tenant }) }),
  },
  'import-ses-suppressions': {
    about: "Copy SES's suppression list to an account's suppressions. You can safely repeat this.",
    options: [required(accountOption())],
    read: (values) => async (ctx) => {
      const { importSesSuppressions } = await import('./import-ses-suppressions.ts');
      return importSesSuppressions(ctx, values.account, say);
    },
  },
  'stop-sending': {
    about: 'Stop all sending in this deployment immediately. Queued mail stays queued until resume-sending.',
    options: [],
    read: () => () => switchAll(false),
  },
  'resume-sending': { about: 'Undo stop-sending', options: [], read: () => () => switchAll(true) },
  'rotate-secret': {
    about: 'Encrypt new cursors and links with a new secret. Existing ones stay valid.',
    options: [],
    read: () => async (ctx) => ({ secret_number: await ctx.deployment_secrets.rotate() }),
  },
};

/** Imported here, because the AWS clients would slow down every command. */
async function switchAll(on: boolean): Promise<Record<string, unknown>> {
  const { switchSending } = await import('./switch-sending.ts');
  return { sending: on, switched: await switchSending(on, say) };
}

type Line = { work?: Work; stage?: string[] };

/** The program with all commands. Parsing fills `line`. */
function programFor(line: Line): Command {
  const program = new Command('npm run -s admin --')
    .usage('<command> [options] [--stage <stage>]')
    .helpCommand(false)
    .helpOption('-h, --help', 'Show this help.')
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} });
  for (const [name, { about, options, read }] of Object.entries(commands)) {
    const command = program.command(name).description(about).allowExcessArguments(false);
    for (const option of options) command.addOption(option);
    command
      .option(
        '--stage <stage>',
        'The deployment to use: local, or a stage deployed from this checkout.',
        collect,
      )
      .action(({ stage, ...values }) => void Object.assign(line, { stage, work: read(values) }));
  }
  return program;
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function adminError(error: unknown): { error: { message: string; code: string } } {
  const message = error instanceof Error ? error.message : String(error);
  return { error: { message, code: isAppError(error) ? error.code : 'internal_error' } };
}

/**
 * Parses a command line before any work starts. `help` is the text for --help. Throws validation_error for an unknown
 * command and for an unknown, missing, or malformed option.
 */
export function readLine(argv: string[]): { work: Work; stage: string[] } | { help: string } {
  const line: Line = {};
  const program = programFor(line);
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return { help: helpOf(argv) };
    const message = argv.length === 0 ? 'A command is required' : error.message.replace(/^error: /, '');
    throw invalid([{ path: 'options', rule: 'unknown', message }]);
  }
  return { work: line.work as Work, stage: line.stage ?? [] };
}

/** The help of the command in `argv`, or of the program. */
export function helpOf(argv: string[]): string {
  const program = programFor({});
  const named = program.commands.find((command) => argv.includes(command.name()));
  return (named ?? program).helpInformation();
}

export function readCommand(argv: string[]): Work {
  const read = readLine(argv);
  return 'work' in read ? read.work : async () => read;
}

type Adopted = { account: Id<'acc'>; name: string };

const receiveFor =
  (input: Adopted): Work =>
  async (ctx, identities) => {
    const { id: domain_id, status } = await adoptInboundDomain(ctx, identities, input);
    return { domain_id, name: input.name, status, inbound_enabled: true };
  };

const sendFrom =
  (input: Adopted): Work =>
  async (ctx, identities) => {
    const { domain, identity, dmarc } = await adoptDomain(ctx, identities, input);
    const { id: domain_id, name, status } = domain;
    return { domain_id, name, status, ...identityReport(input.name, identity), dmarc };
  };

/** What SES says about an identity that this service didn't create. */
function identityReport(name: string, { signed, mail_from, forwards_feedback }: SesIdentity) {
  const aligned = mail_from?.verified === true && mail_from.domain.endsWith(`.${name}`);
  return {
    mail_from: mail_from && { ...mail_from, aligned },
    dkim: signed ? 'aligned' : "not aligned: SES doesn't sign with this domain",
    feedback_forwarding: forwards_feedback ? 'switched off' : 'off',
  };
}
