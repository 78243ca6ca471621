import {
  CreateReceiptRuleCommand,
  CreateReceiptRuleSetCommand,
  type ReceiptRule,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses';
import { maySendToItself } from '../infra/chains.ts';
import { objectKeyPrefix, ruleName } from '../infra/constructs/rule-set.ts';
import { functions } from '../infra/functions.ts';
import { type AwsApi, AwsError, callDynamodb, clientOf, createAwsApi, invokeFunction } from './aws-api.ts';
import { limitQueueCopies } from './concurrency.ts';
import { declared, type Outputs } from './deploy.ts';
import { arnOf } from './direct-invoke.ts';
import { type ConfigurationSet, eventName } from './ses/configuration-sets.ts';
import { disableStream } from './table-stream.ts';

/**
 * Adds what the emulator's CloudFormation leaves out, and what a single machine needs, through the services' own
 * APIs.
 */
export async function completeDeployment(aws: AwsApi, outputs: Outputs, folder: string): Promise<void> {
  await Promise.all([
    enableTtl(aws, outputs.TableName ?? ''),
    setCors(aws, outputs.ApiId ?? '', folder),
    allowChains(aws, outputs),
    limitQueueCopies(aws, outputs),
    disableStream(aws),
    sweepOnce(aws, outputs),
  ]);
}

/** Until the first sweep reads SES's rate, a minute after the deploy, the rate is one recipient a second (P15). */
async function sweepOnce(aws: AwsApi, outputs: Outputs): Promise<void> {
  await invokeFunction(aws, outputs.FunctionSweep ?? '', {});
}

async function enableTtl(aws: AwsApi, TableName: string): Promise<void> {
  const input = { TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } };
  try {
    await callDynamodb(aws, 'DynamoDB_20120810.UpdateTimeToLive', input);
  } catch (error) {
    if (!(error instanceof AwsError && error.message.includes('already enabled'))) throw error;
  }
}

/** Functions whose messages can return to them. The emulator ignores this setting in the template. */
async function allowChains(aws: AwsApi, outputs: Outputs): Promise<void> {
  const allow = (name: string) =>
    aws.call('lambda', {
      method: 'PUT',
      path: `/2024-08-31/functions/${arnOf(name, outputs).split(':')[6]}/recursion-config`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ RecursiveLoop: 'Allow' }),
    });
  await Promise.all(
    Object.keys(functions)
      .filter((name) => maySendToItself(name))
      .map(allow),
  );
}

/**
 * Sets CORS as in the template. Without it, the emulator refuses every OPTIONS request. Some emulators have no HTTP
 * APIs (P49).
 */
async function setCors(aws: AwsApi, apiId: string, folder: string): Promise<void> {
  const [api] = await declared<{ CorsConfiguration?: object }>(folder, 'AWS::ApiGatewayV2::Api');
  const cors = Object.entries(api?.[1].CorsConfiguration ?? {});
  const corsConfiguration = Object.fromEntries(
    cors.map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );
  const changed = aws.call('apigateway', {
    method: 'PATCH',
    path: `/v2/apis/${apiId}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ corsConfiguration }),
  });
  await changed.catch((error) => {
    if (!(error instanceof AwsError && error.status === 501)) throw error;
  });
}

const ruleSetExists = (error: Error) =>
  error.name === 'AlreadyExistsException' || error.name === 'AlreadyExists';

/**
 * Creates and activates the stack's receipt rule in the SES stand-in, as `npm run deploy` does on AWS (R58). Does
 * nothing if SES doesn't receive mail. Safe to repeat.
 */
export async function makeReceiptRules(
  { sesUrl, region }: { sesUrl: string; region: string },
  { ReceiptRuleSet: RuleSetName, ReceivedTopicArn: TopicArn, BodyBucket: BucketName }: Outputs,
): Promise<void> {
  if (!RuleSetName) return;
  const client = new SESClient(clientOf({ endpoint: sesUrl, region }));
  const Rule: ReceiptRule = {
    Name: ruleName,
    Enabled: true,
    ScanEnabled: true,
    Actions: [{ S3Action: { BucketName, ObjectKeyPrefix: objectKeyPrefix, TopicArn } }],
  };
  try {
    await client.send(new CreateReceiptRuleSetCommand({ RuleSetName }));
    await client.send(new CreateReceiptRuleCommand({ RuleSetName, Rule }));
  } catch (error) {
    if (!ruleSetExists(error as Error)) throw error;
  }
  await client.send(new SetActiveReceiptRuleSetCommand({ RuleSetName }));
}

type Destination = {
  ConfigurationSetName: { Ref: string };
  EventDestination: { Name: string; Enabled: boolean; MatchingEventTypes: string[] };
};

/** Creates the template's configuration sets in the SES stand-in, with the deployment's topic. Safe to repeat. */
export async function makeConfigurationSets(
  { sesUrl, region }: { sesUrl: string; region: string },
  { FeedbackTopicArn: TopicArn = '' }: Outputs,
  folder: string,
): Promise<void> {
  const sets = await declared<{ Name: string }>(folder, 'AWS::SES::ConfigurationSet');
  const destinations = await declared<Destination>(folder, 'AWS::SES::ConfigurationSetEventDestination');
  const destinationsOf = (id: string) =>
    destinations
      .filter(([, { ConfigurationSetName }]) => ConfigurationSetName.Ref === id)
      .map(([, { EventDestination: to }]) => ({
        ...to,
        MatchingEventTypes: to.MatchingEventTypes.map(eventName),
        SnsDestination: { TopicArn },
      }));
  const deployed = sets.map(([id, { Name, ...options }]) => ({
    ...options,
    ConfigurationSetName: Name,
    EventDestinations: destinationsOf(id),
  }));
  await createAwsApi(sesUrl, region).call('ses', {
    method: 'PUT',
    path: '/_control/configuration-sets',
    body: JSON.stringify(deployed satisfies ConfigurationSet[]),
  });
}
