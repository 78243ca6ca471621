import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { DisableRuleCommand, EnableRuleCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  LambdaClient,
  paginateListEventSourceMappings,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { PutConfigurationSetSendingOptionsCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { tlsPolicies } from '../../infra/constructs/tls-policies.ts';
import { stackNames } from '../../infra/deploy/stacks.ts';
import { readConfig } from '../../shared/aws/config.ts';

type Step = { what: string; turn: (on: boolean) => Promise<unknown> };

/**
 * Turns sending off or on for a whole deployment: its SES configuration sets, the queues behind `deliver`, and the
 * sweep. Queued mail stays queued. A failed step doesn't stop the others, and the final error names it.
 */
export async function switchSending(on: boolean, say: (line: string) => void): Promise<string[]> {
  const { AWS_REGION: region, STAGE: stage, DELIVER_QUEUE_ARN, BULK_QUEUE_ARN } = readConfig();
  const steps = [
    ...setSteps(region, stage),
    queueStep(region, 'deliver', DELIVER_QUEUE_ARN),
    queueStep(region, 'bulk', BULK_QUEUE_ARN),
    sweepStep(region, stage),
  ];
  const [done, failed]: string[][] = [[], []];
  for (const { what, turn } of steps) {
    const fault = await turn(on).then(
      () => null,
      (error: Error) => error.message,
    );
    say(fault === null ? `✓ ${what}: ${on ? 'on' : 'off'}` : `✗ ${what}: ${fault}`);
    (fault === null ? done : failed)?.push(what);
  }
  if (failed?.length)
    throw new Error(`Couldn't turn ${on ? 'on' : 'off'}: ${failed.join(', ')}. Run the command again.`);
  return done ?? [];
}

function setSteps(region: string, stage: string): Step[] {
  const ses = new SESv2Client({ region });
  return Object.keys(tlsPolicies).map((mode) => ({
    what: `SES configuration set ${stage}-${mode}`,
    turn: (SendingEnabled) =>
      ses.send(
        new PutConfigurationSetSendingOptionsCommand({
          ConfigurationSetName: `${stage}-${mode}`,
          SendingEnabled,
        }),
      ),
  }));
}

function queueStep(region: string, name: string, EventSourceArn: string): Step {
  const client = new LambdaClient({ region });
  const turn = async (Enabled: boolean) => {
    let found = 0;
    for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings(
      { client },
      { EventSourceArn },
    ))
      for (const { UUID } of EventSourceMappings) {
        await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
        found++;
      }
    if (found === 0) throw new Error('no function reads this queue');
  };
  return { what: `queue ${name}`, turn };
}

function sweepStep(region: string, stage: string): Step {
  const events = new EventBridgeClient({ region });
  const turn = async (on: boolean) => {
    const Name = await sweepRule(region, stage);
    await events.send(on ? new EnableRuleCommand({ Name }) : new DisableRuleCommand({ Name }));
  };
  return { what: 'sweep rule', turn };
}

async function sweepRule(region: string, stage: string): Promise<string> {
  const client = new CloudFormationClient({ region });
  const StackName = stackNames(stage).Core;
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === 'AWS::Events::Rule' && LogicalResourceId.startsWith('sweep') && PhysicalResourceId)
        return PhysicalResourceId;
  throw new Error(`stack ${StackName} has no rule for the sweep function`);
}
