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
 * Parts of a stage that remain: SES objects, because the next deployment may need customers' domains, and
 * tables replaced by a restored one.
 */
type Staying = { identities: string[]; tenants: string[]; tables: string[] };

/** Finds SES objects by tag, at about one call per second, paced by the SDK. `table` is the deleted table. */
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

/** The object may have been removed after it was listed. */
const unlessGone = <Answer>(asked: Promise<Answer>) => unlessMissing(asked, 'NotFoundException');

/**
 * For `catch`: ignores the error of a region without tenants. AWS doesn't document it, so it is any rejection
 * that isn't about permissions or rate.
 */
function whereTenants(error: unknown): void {
  const { name, status } = faultOf(error);
  if (![400, 404].includes(status) || /Throttl|TooMany|AccessDenied|Expired|Token/.test(name)) throw error;
}

/**
 * Finds them by their name prefix, which no other stage shares, because stage names have only letters and
 * digits.
 */
async function otherTables(region: string, { stage, table }: { stage: string; table: string }) {
  const found: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client: new DynamoDBClient({ region }) }, {}))
    found.push(...TableNames);
  return found.filter((name) => name.startsWith(`mailwright-${stage}-`) && name !== table);
}

/** CloudFormation can't delete a configuration set that an SES tenant may use. */
export async function releaseSets(
  region: string,
  { stage, account }: { stage: string; account: string },
): Promise<void> {
  const client = new SESv2Client({ region, retryMode: 'adaptive', maxAttempts: 10 });
  const sets = `arn:aws:ses:${region}:${account}:configuration-set/${stage}-`;
  for (const mode of ['opportunistic', 'enforced'])
    await leaveTenants(client, `${sets}${mode}`).catch(whereTenants);
}
