import {
  AlreadyExistsException,
  BadRequestException,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  DeleteTenantCommand,
  DeleteTenantResourceAssociationCommand,
  ListResourceTenantsCommand,
  NotFoundException,
  type SESv2Client,
  type TenantSuppressionAttributes,
} from '@aws-sdk/client-sesv2';
import { ignoring } from './fault.ts';
import { stageTag } from './stage-tag.ts';

type Joining = { name: string; tenant: string; stage: string };

/** SES neither fills nor checks a suppression list for the tenant, because our own lists decide. */
export const listsNobody: TenantSuppressionAttributes = { SuppressionScope: 'TENANT', SuppressedReasons: [] };

const unlessThere = ignoring(AlreadyExistsException);
const unlessGone = ignoring(NotFoundException);

/**
 * Creates an SES tenant and lets it use our configuration sets and an identity. `arns`:
 * `arn:aws:ses:<region>:<account>:`. Safe to repeat. Throws SES's errors.
 */
export async function joinTenant(client: SESv2Client, arns: string, joining: Joining): Promise<void> {
  const { name, tenant: TenantName, stage } = joining;
  const Tags = [{ Key: stageTag, Value: stage }];
  const create = new CreateTenantCommand({ TenantName, Tags, SuppressionAttributes: listsNobody });
  await client.send(create).catch(unlessThere);
  const sets = ['opportunistic', 'enforced'].map((mode) => `configuration-set/${stage}-${mode}`);
  for (const resource of [...sets, `identity/${name}`]) {
    const ResourceArn = `${arns}${resource}`;
    const associate = new CreateTenantResourceAssociationCommand({ TenantName, ResourceArn });
    await client.send(associate).catch(unlessThere);
  }
}

/** Deletes an SES tenant with its associations. Identities stay. Safe to repeat. Throws SES's errors. */
export async function deleteTenant(client: SESv2Client, TenantName: string): Promise<void> {
  await client.send(new DeleteTenantCommand({ TenantName })).catch(unlessGone);
}

/** SES doesn't delete an identity or configuration set that a tenant may use. */
export const isHeld = (error: unknown): boolean =>
  error instanceof BadRequestException && error.message.includes('has tenant associations');

/**
 * Removes the resource from all tenants. A missing resource is fine. Safe to repeat. Throws all other SES
 * errors.
 */
export async function leaveTenants(client: SESv2Client, ResourceArn: string): Promise<void> {
  for (;;) {
    const found = await client.send(new ListResourceTenantsCommand({ ResourceArn })).catch(unlessGone);
    const { ResourceTenants = [] } = found ?? {};
    if (ResourceTenants.length === 0) return;
    for (const { TenantName } of ResourceTenants) {
      const leave = new DeleteTenantResourceAssociationCommand({ TenantName, ResourceArn });
      await client.send(leave).catch(unlessGone);
    }
  }
}
