import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses';
import { ruleSetName } from '../constructs/rule-set.ts';

/** The rule set that SES uses in a region; null: none. Throws what SES throws. */
export async function activeRuleSet(region: string): Promise<string | null> {
  const client = new SESClient({ region });
  const { Metadata } = await client.send(new DescribeActiveReceiptRuleSetCommand({}));
  return Metadata?.Name ?? null;
}

type Door = { region: string; stage: string; inbound: string | undefined };

/**
 * Before a deploy that takes SES away as the door: CloudFormation cannot delete a rule set that is active (R58). Another
 * deployment's stays. Whether SES stopped.
 */
export async function leaveRuleSet({ region, stage, inbound }: Door): Promise<boolean> {
  if (inbound === 'ses' || (await activeRuleSet(region)) !== ruleSetName({ stage })) return false;
  await new SESClient({ region }).send(new SetActiveReceiptRuleSetCommand({}));
  return true;
}

/** After a deploy with SES as the door: SES has one active rule set, and CloudFormation cannot choose it. */
export async function useRuleSet({ region, stage, inbound }: Door): Promise<void> {
  if (inbound !== 'ses') return;
  const RuleSetName = ruleSetName({ stage });
  await new SESClient({ region }).send(new SetActiveReceiptRuleSetCommand({ RuleSetName }));
}
