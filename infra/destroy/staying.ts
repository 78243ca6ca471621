import {
  GetEmailIdentityCommand,
  GetTenantCommand,
  ListEmailIdentitiesCommand,
  ListTenantsCommand,
  SESv2Client,
  type Tag,
} from '@aws-sdk/client-sesv2';
import { leaveTenants } from '../../shared/aws/ses-tenants.ts';
import { stageTag } from '../../shared/aws/stage-tag.ts';

/** What SES keeps of a stage: customers' domains may be wanted by the next deployment. */
type Staying = { identities: string[]; tenants: string[] };

/** By their tags; SES takes about one such question a second, which the SDK waits for. */
export async function findStaying(region: string, stage: string): Promise<Staying> {
  const client = new SESv2Client({ region, retryMode: 'adaptive', maxAttempts: 10 });
  const isOurs = (tags: Tag[] = []) => tags.some(({ Key, Value }) => Key === stageTag && Value === stage);
  const identities: string[] = [];
  for (const EmailIdentity of await allIdentities(client)) {
    const { Tags } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    if (isOurs(Tags)) identities.push(EmailIdentity);
  }
  const tenants: string[] = [];
  for (const TenantName of await allTenants(client)) {
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

async function allIdentities(client: SESv2Client): Promise<string[]> {
  const names: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListEmailIdentitiesCommand({ NextToken, PageSize: 1000 }));
    names.push(...(page.EmailIdentities ?? []).flatMap(({ IdentityName }) => IdentityName ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  return names;
}

async function allTenants(client: SESv2Client): Promise<string[]> {
  const names: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListTenantsCommand({ NextToken, PageSize: 100 }));
    names.push(...(page.Tenants ?? []).flatMap(({ TenantName }) => TenantName ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  return names;
}
