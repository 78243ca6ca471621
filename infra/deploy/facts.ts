import { spawnSync } from 'node:child_process';
import { promises as dns } from 'node:dns';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type AccountLimit, GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Throughput, Warm } from '../peak.ts';
import type { Facts, Wanted } from './finding.ts';
import { usualQualifier } from './ground.ts';
import { notedContext } from './note-deployment.ts';
import { activeRuleSet } from './receiving.ts';
import { type Context, contextOfOutputs, recallContext } from './remembered.ts';
import { findTable } from './restored-table.ts';
import { type DeployedStacks, findStacks } from './stacks.ts';
import { unlessMissing } from './unless-missing.ts';

type Asked = Omit<Wanted, 'alarmEmail'>;

export async function gatherFacts(wanted: Asked, { account, region, stacks }: Here): Promise<Facts> {
  const [bootstrap, ses, lambda, zone] = await Promise.all([
    unlessDenied(bootstrapVersion(region, wanted.qualifier)),
    unlessDenied(sesAccount(region)),
    unlessDenied(lambdaLimits(region)),
    unlessDenied(hostedZone(region, wanted)),
  ]);
  const given = wanted.context?.table;
  const docker = wanted.smtp && spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0;
  const rule_set = wanted.inbound === 'ses' ? await unlessDenied(activeRuleSet(region)) : undefined;
  const table = given ? await unlessDenied(findTable(region, given)) : undefined;
  const statuses = stacks && { Core: stacks.Core?.status ?? null, Smtp: stacks.Smtp?.status ?? null };
  const quotas = {
    ses,
    lambda_concurrency: lambda?.ConcurrentExecutions,
    lambda_unreserved: lambda?.UnreservedConcurrentExecutions,
  };
  const own = given ? undefined : stacks?.Core?.outputs.TableName;
  const warm = wanted.peakSendsPerSecond && own ? await unlessDenied(warmthOf(region, own)) : undefined;
  const asked = { rule_set, warm, table };
  return { account, region, bootstrap, ...quotas, zone, stacks: statuses, docker, ...asked };
}

/**
 * A deploy's account, region, and the stage's stacks. `stacks` is undefined if the caller can't read them.
 */
export type Here = { account: string; region: string; stacks: DeployedStacks | undefined };

/** Throws a sentence if there are no credentials or no region. */
export async function lookAround(stage: string): Promise<Here> {
  const { account, region } = await whoAndWhere();
  return { account, region, stacks: await unlessDenied(findStacks(region, stage)) };
}

export async function whoAndWhere(): Promise<{ account: string; region: string }> {
  const client = new STSClient({});
  const region = await client.config.region().catch(() => undefined);
  if (!region)
    throw new Error('No AWS region. Set AWS_REGION, or set AWS_PROFILE to a profile with a region.');
  const { Account } = await client.send(new GetCallerIdentityCommand({})).catch((error: Error) => {
    throw new Error(
      `No valid AWS credentials (${error.message}). Set AWS_PROFILE, or sign in with \`aws login\`.`,
    );
  });
  return { account: Account ?? '', region };
}

/** A fact that the caller may not read is unknown. Any other failure stops the deploy. */
async function unlessDenied<Fact>(asked: Promise<Fact>): Promise<Fact | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && /AccessDenied|UnauthorizedOperation|NotAuthorized/.test(error.name))
      return undefined;
    throw error;
  }
}

async function bootstrapVersion(region: string, qualifier = usualQualifier): Promise<number | null> {
  const asked = new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` });
  const found = await unlessMissing(new SSMClient({ region }).send(asked), 'ParameterNotFound');
  return found && Number(found.Parameter?.Value);
}

async function sesAccount(region: string): Promise<Facts['ses']> {
  const answer = await new SESv2Client({ region }).send(new GetAccountCommand({}));
  const { CurrentPlan: plan, NextPlan: next_plan } = answer.PricingAttributes ?? {};
  return {
    production: answer.ProductionAccessEnabled ?? false,
    sending: answer.SendingEnabled ?? false,
    per_second: answer.SendQuota?.MaxSendRate ?? 0,
    per_day: answer.SendQuota?.Max24HourSend ?? 0,
    ...(plan && { plan }),
    ...(next_plan && { next_plan }),
  };
}

async function lambdaLimits(region: string): Promise<AccountLimit | undefined> {
  return (await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))).AccountLimit;
}

async function hostedZone(
  region: string,
  { hostedZoneId: Id, serviceDomain }: Asked,
): Promise<Facts['zone']> {
  const asked = new Route53Client({ region }).send(new GetHostedZoneCommand({ Id }));
  const answer = await unlessMissing(asked, 'NoSuchHostedZone', 'InvalidInput');
  if (answer === null) return null;
  const live = await dns.resolveNs(serviceDomain).catch(() => []);
  const name_servers = answer.DelegationSet?.NameServers ?? [];
  return { name: answer.HostedZone?.Name ?? '', name_servers, live };
}

type Described = { ReadUnitsPerSecond?: number | undefined; WriteUnitsPerSecond?: number | undefined };

/** The largest value of each. */
const maxOf = (all: (Described | undefined)[]): Throughput => ({
  readUnitsPerSecond: Math.max(0, ...all.map((one) => one?.ReadUnitsPerSecond ?? 0)),
  writeUnitsPerSecond: Math.max(0, ...all.map((one) => one?.WriteUnitsPerSecond ?? 0)),
});

/** The warm capacity of a table and its indexes. 0 if the cloud doesn't report it. */
async function warmthOf(region: string, TableName: string): Promise<Warm> {
  const { Table } = await new DynamoDBClient({ region }).send(new DescribeTableCommand({ TableName }));
  const indexes = Table?.GlobalSecondaryIndexes ?? [];
  return {
    table: maxOf([Table?.WarmThroughput]),
    index: maxOf(indexes.map(({ WarmThroughput }) => WarmThroughput)),
  };
}

/**
 * The context of a stage's last deploy, by anyone: from SSM, else from the local note, else from the stacks'
 * outputs. Null if the stage doesn't exist.
 */
export async function recallLast({ account, region, stacks }: Here, stage: string): Promise<Context | null> {
  const recalled = await unlessDenied(recallContext(region, stage));
  const last = recalled ?? notedContext('.local', stage, { region, account });
  const seen = stacks?.Core ? contextOfOutputs(stacks.Core.outputs, stacks.Smtp !== null) : null;
  if (last === null) return seen;
  // The stack determines where the deployment's data is and what encrypts it.
  const { kms, table } = seen ?? {};
  return { ...last, ...(kms && { kms }), ...(table && { table }) };
}
