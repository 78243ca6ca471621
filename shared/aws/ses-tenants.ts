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
import { stageTag } from './stage-tag.ts';

type Joining = { name: string; tenant: string; stage: string };

/** SES neither fills a suppression list of the tenant nor asks one: ours decide (P41). */
export const listsNobody: TenantSuppressionAttributes = { SuppressionScope: 'TENANT', SuppressedReasons: [] };

async function unlessThere(call: Promise<unknown>): Promise<void> {
  await call.catch((error) => {
    if (!(error instanceof AlreadyExistsException)) throw error;
  });
}

/** Makes a tenant of SES that may use our configuration sets and an identity (P18). Safe to repeat; throws SES's errors. */
export async function joinTenant(
  client: SESv2Client,
  arns: string,
  { name, tenant: TenantName, stage }: Joining,
): Promise<void> {
  const Tags = [{ Key: stageTag, Value: stage }];
  const create = new CreateTenantCommand({ TenantName, Tags, SuppressionAttributes: listsNobody });
  await unlessThere(client.send(create));
  const sets = ['opportunistic', 'enforced'].map((mode) => `configuration-set/${stage}-${mode}`);
  for (const resource of [...sets, `identity/${name}`]) {
    const ResourceArn = `${arns}${resource}`;
    await unlessThere(client.send(new CreateTenantResourceAssociationCommand({ TenantName, ResourceArn })));
  }
}

/** The answer of SES; an empty one where what it was asked about does not exist. */
async function orNone<Answer extends object>(call: Promise<Answer>): Promise<Partial<Answer>> {
  return call.catch((error) => {
    if (!(error instanceof NotFoundException)) throw error;
    return {};
  });
}

/** Deletes a tenant of SES, and with it its associations; the identities stay. Safe to repeat; throws SES's errors. */
export async function deleteTenant(client: SESv2Client, TenantName: string): Promise<void> {
  await orNone(client.send(new DeleteTenantCommand({ TenantName })));
}

/** SES deletes no identity and no configuration set that a tenant may use. */
export const isHeld = (error: unknown): boolean =>
  error instanceof BadRequestException && error.message.includes('has tenant associations');

/** No tenant may use the resource any more, or it is gone. Safe to repeat; throws SES's other errors. */
export async function leaveTenants(client: SESv2Client, ResourceArn: string): Promise<void> {
  for (;;) {
    const asked = client.send(new ListResourceTenantsCommand({ ResourceArn }));
    const { ResourceTenants = [] } = await orNone(asked);
    if (ResourceTenants.length === 0) return;
    for (const { TenantName } of ResourceTenants)
      await orNone(client.send(new DeleteTenantResourceAssociationCommand({ TenantName, ResourceArn })));
  }
}
