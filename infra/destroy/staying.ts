import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import {
  GetEmailIdentityCommand,
  GetTenantCommand,
  paginateListEmailIdentities,
  paginateListTenants,
  SESv2Client,
  type Tag,
} from '@aws-sdk/client-sesv2';
import { faultOf } from '../../shared/aws/fault.ts';
import { leaveTenants } from '../../shared/aws/ses-tenants.ts';
import { stageTag } from '../../shared/aws/stage-tag.ts';
import { unlessMissing } from '../deploy/unless-missing.ts';

/**
 * The objects of a stage that stay: those of SES, since customers' domains may be wanted by the next deployment, and the tables
 * that a restored one took the place of.
 */
type Staying = { identities: string[]; tenants: string[]; tables: string[] };

/** Finds those of SES by their tags: it takes about one such call a second, which the SDK waits for. `table`: the deleted one. */
export async function findStaying(
  region: string,
  { stage, table }: { stage: string; table: string },
): Promise<Staying> {
  const client = new SESv2Client({ region, retryMode: 'adaptive', maxAttempts: 10 });
  const isOurs = (tags: Tag[] = []) => tags.some(({ Key, Value }) => Key === stageTag && Value === stage);
  const identities: string[] = [];
  for await (const { EmailIdentities = [] } of paginateListEmailIdentities({ client, pageSize: 1000 }, {}))
    for (const { IdentityName: EmailIdentity = '' } of EmailIdentities) {
      const asked = client.send(new GetEmailIdentityCommand({ EmailIdentity }));
      if (isOurs((await unlessGone(asked))?.Tags)) identities.push(EmailIdentity);
    }
  const tenants: string[] = [];
  const listed = async () => {
    for await (const { Tenants = [] } of paginateListTenants({ client, pageSize: 100 }, {}))
      for (const { TenantName = '' } of Tenants) {
        const asked = client.send(new GetTenantCommand({ TenantName }));
        if (isOurs((await unlessGone(asked))?.Tenant?.Tags)) tenants.push(TenantName);
      }
  };
  await listed().catch(whereTenants);
  return { identities, tenants, tables: await otherTables(region, { stage, table }) };
}

/** Of one that was removed after it was listed. */
const unlessGone = <Answer>(asked: Promise<Answer>) => unlessMissing(asked, 'NotFoundException');

/**
 * Ignores the error of a region without tenants, for `catch`. No page of AWS names it: it is a refusal that is neither of the
 * caller's rights nor of the rate.
 */
function whereTenants(error: unknown): void {
  const { name, status } = faultOf(error);
  if (![400, 404].includes(status) || /Throttl|TooMany|AccessDenied|Expired|Token/.test(name)) throw error;
}

/** By how their names begin, which no other stage's do: a stage has letters and digits. */
async function otherTables(region: string, { stage, table }: { stage: string; table: string }) {
  const found: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client: new DynamoDBClient({ region }) }, {}))
    found.push(...TableNames);
  return found.filter((name) => name.startsWith(`mailwright-${stage}-`) && name !== table);
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
    ).catch(whereTenants);
}

const partitionOf = (region: string) => {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
};
