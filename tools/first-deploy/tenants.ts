import {
  CreateEmailIdentityCommand,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  DeleteEmailIdentityCommand,
  DeleteTenantCommand,
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetReputationEntityCommand,
  UpdateReputationEntityCustomerManagedStatusCommand,
} from '@aws-sdk/client-sesv2';
import { sesArns } from '../../shared/aws/identities.ts';
import { sesOutcome } from '../../shared/aws/ses-outcome.ts';
import { isHeld, leaveTenants, listsNobody } from '../../shared/aws/ses-tenants.ts';
import { type Checks, type Lab, named, type Seen, simulator } from './lab.ts';

/** Without suppression reasons in the configuration set, SES's account-wide list would hold mail back. */
async function tenants(lab: Lab): Promise<Seen> {
  const { clients, set: ConfigurationSetName } = lab;
  const answer = await clients.sesv2.send(new GetConfigurationSetCommand({ ConfigurationSetName }));
  const reasons = answer.SuppressionOptions?.SuppressedReasons;
  try {
    await withTenant(lab, async () => {});
    const found = `tenant created and deleted; suppression reasons in the configuration set: ${JSON.stringify(reasons) ?? 'none set'}`;
    return { found, as_assumed: reasons?.length === 0 };
  } catch (error) {
    return { found: named(error), as_assumed: false };
  }
}

const arnsOf = ({ environment }: Lab) => sesArns(environment.DELIVER_QUEUE_ARN ?? '');

async function withTenant<Result>(
  { clients: { sesv2 }, name: TenantName }: Lab,
  look: (arn: string) => Promise<Result>,
): Promise<Result> {
  const { TenantArn = '' } = await sesv2.send(
    new CreateTenantCommand({ TenantName, SuppressionAttributes: listsNobody }),
  );
  try {
    return await look(TenantArn);
  } finally {
    await sesv2.send(new DeleteTenantCommand({ TenantName }));
  }
}

/** SES's error for a send that names the check's tenant, or null if SES accepts it. */
const refusalOf = ({ send, name: tenant }: Lab): Promise<unknown> =>
  send({ to: [simulator('success')], tenant }).then(
    () => null,
    (error: unknown) => error,
  );

const associate = (lab: Lab, resource: string) =>
  lab.clients.sesv2.send(
    new CreateTenantResourceAssociationCommand({
      TenantName: lab.name,
      ResourceArn: `${arnsOf(lab)}${resource}`,
    }),
  );

async function strangeTenant(lab: Lab): Promise<Seen> {
  const unknown = await refusalOf(lab);
  const unused = await withTenant(lab, () => refusalOf(lab));
  const found = [unknown, unused].map((error) => (error === null ? 'SES accepted the email' : named(error)));
  const [first = '', second = ''] = found;
  const as_assumed =
    first.startsWith('NotFoundException: Tenant ') &&
    second.startsWith('AccessDeniedException: Tenant not associated with resources ');
  return { found: `unknown: ${first}; not associated: ${second}`, as_assumed };
}

/** A tenant that may use the sandbox identity and the configuration set, like every account's tenant. */
const withJoinedTenant = <Result>(lab: Lab, look: (arn: string) => Promise<Result>): Promise<Result> =>
  withTenant(lab, async (arn) => {
    await associate(lab, `identity/${lab.ctx.settings.sandbox_domain}`);
    await associate(lab, `configuration-set/${lab.set}`);
    return look(arn);
  });

async function tenantPlan(lab: Lab): Promise<Seen> {
  const { PricingAttributes } = await lab.clients.sesv2.send(new GetAccountCommand({}));
  const error = await withJoinedTenant(lab, () => refusalOf(lab));
  const found = `${error === null ? 'SES accepted the email' : named(error)} (plan ${PricingAttributes?.CurrentPlan})`;
  return { found, as_assumed: error === null };
}

function tenantPolicy(lab: Lab): Promise<Seen> {
  return withJoinedTenant(lab, async (ReputationEntityReference) => {
    const asked = { ReputationEntityType: 'RESOURCE', ReputationEntityReference } as const;
    const { ReputationEntity } = await lab.clients.sesv2.send(new GetReputationEntityCommand(asked));
    const { ReputationManagementPolicy: policy, SendingStatusAggregate: status } = ReputationEntity ?? {};
    return {
      found: `policy ${policy ?? 'none'}, status ${status}`,
      as_assumed: !policy && status !== 'DISABLED',
    };
  });
}

function pausedTenant(lab: Lab): Promise<Seen> {
  const { clients, name } = lab;
  return withJoinedTenant(lab, async (ReputationEntityReference) => {
    const SendingStatus = 'DISABLED';
    const entity = { ReputationEntityType: 'RESOURCE', ReputationEntityReference, SendingStatus } as const;
    await clients.sesv2.send(new UpdateReputationEntityCustomerManagedStatusCommand(entity));
    const error = await refusalOf(lab);
    if (error === null) return { found: 'SES accepted the email', as_assumed: false };
    const outcome = sesOutcome(error, name);
    const as_assumed = outcome.outcome === 'later' && outcome.cause === 'tenant_paused';
    return { found: named(error), as_assumed };
  });
}

async function heldIdentity(lab: Lab): Promise<Seen> {
  const { clients, ctx, name } = lab;
  const EmailIdentity = `${name}.${ctx.settings.sandbox_domain}`;
  const remove = () => clients.sesv2.send(new DeleteEmailIdentityCommand({ EmailIdentity }));
  await clients.sesv2.send(new CreateEmailIdentityCommand({ EmailIdentity }));
  return withTenant(lab, async () => {
    await associate(lab, `identity/${EmailIdentity}`);
    const error = await remove().catch((thrown: unknown) => thrown);
    if (!(error instanceof Error)) return { found: 'SES deleted the identity', as_assumed: false };
    await leaveTenants(clients.sesv2, `${arnsOf(lab)}identity/${EmailIdentity}`);
    await remove();
    return { found: named(error), as_assumed: isHeld(error) };
  });
}

export const tenantChecks: Checks = {
  tenants: {
    question:
      'Does SES support tenants in this region? If you set the suppression reasons of a configuration set to an empty list, does SES keep it empty?',
    assumed:
      "yes to both. Where SES doesn't support tenants, Mailwright sends without one. Without the empty list, SES's own suppression lists block mail",
    look: tenants,
  },
  tenant_unknown: {
    question:
      "Which error does a send return if its tenant doesn't exist, or if the tenant isn't allowed to use the identity?",
    assumed:
      '`NotFoundException` and `AccessDeniedException`, with messages that begin with "Tenant". Mailwright then sends the email without a tenant (P43)',
    look: strangeTenant,
  },
  tenant_plan: {
    question: "Does the account's pricing plan let you send with a tenant?",
    assumed: 'yes, every plan does',
    look: tenantPlan,
  },
  tenant_policy: {
    question: 'Which reputation policy does a tenant get by default?',
    assumed: 'none. Mailwright decides when to pause a tenant',
    look: tenantPolicy,
  },
  tenant_paused: {
    question: 'Which error does a send return if its tenant is paused?',
    assumed: 'a pause error that mentions neither the account nor the configuration set (P43)',
    look: pausedTenant,
  },
  tenant_identity: {
    question: 'Does SES let you delete an identity that a tenant uses?',
    assumed: 'no. You have to remove it from the tenant first',
    look: heldIdentity,
  },
};
