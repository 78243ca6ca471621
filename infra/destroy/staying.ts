import {
  GetEmailIdentityCommand,
  GetTenantCommand,
  paginateListEmailIdentities,
  paginateListTenants,
  SESv2Client,
  type Tag,
} from '@aws-sdk/client-sesv2';
import { leaveTenants } from '../../shared/aws/ses-tenants.ts';
import { stageTag } from '../../shared/aws/stage-tag.ts';

/** The objects of a stage that SES keeps: customers' domains may be wanted by the next deployment. */
type Staying = { identities: string[]; tenants: string[] };

/** Finds them by their tags; SES takes about one such call a second, which the SDK waits for. */
export async function findStaying(region: string, stage: string): Promise<Staying> {
  const client = new SESv2Client({ region, retryMode: 'adaptive', maxAttempts: 10 });
  const isOurs = (tags: Tag[] = []) => tags.some(({ Key, Value }) => Key === stageTag && Value === stage);
  const identities: string[] = [];
  for await (const { EmailIdentities = [] } of paginateListEmailIdentities({ client, pageSize: 1000 }, {}))
    for (const { IdentityName: EmailIdentity = '' } of EmailIdentities) {
      const { Tags } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
      if (isOurs(Tags)) identities.push(EmailIdentity);
    }
  const tenants: string[] = [];
  for await (const { Tenants = [] } of paginateListTenants({ client, pageSize: 100 }, {}))
    for (const { TenantName = '' } of Tenants) {
      const { Tenant } = await client.send(new GetTenantCommand({ TenantName }));
      if (isOurs(Tenant?.Tags)) tenants.push(TenantName);
    }
  return { identities, tenants };
}

/** CloudFormation deletes no configuration set that a tenant of SES may use. */
export async function releaseSets(
  region: string,
  { stage, account }: { stage: string; account: string },
): Promise<void> {
  const client = new SESv2Client({ region, retryMode: 'adaptive', maxAttempts: 10 });
  for (const mode of ['opportunistic', 'enforced'])
    await leaveTenants(
      client,
      `arn:${partitionOf(region)}:ses:${region}:${account}:configuration-set/${stage}-${mode}`,
    );
}

const partitionOf = (region: string) => {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
};
