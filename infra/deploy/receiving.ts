import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses';
import { ruleSetName } from '../constructs/rule-set.ts';

/** A region's active rule set, or null. Throws SES's errors. */
export async function activeRuleSet(region: string): Promise<string | null> {
  const client = new SESClient({ region });
  const { Metadata } = await client.send(new DescribeActiveReceiptRuleSetCommand({}));
  return Metadata?.Name ?? null;
}

type Door = { region: string; stage: string; inbound: string | undefined };

/**
 * Deactivates the rule set before a deploy that stops receiving with SES: CloudFormation can't delete an
 * active one. Another deployment's set stays active. Returns whether SES stopped.
 */
export async function leaveRuleSet({ region, stage, inbound }: Door): Promise<boolean> {
  if (inbound === 'ses' || (await activeRuleSet(region)) !== ruleSetName({ stage })) return false;
  await new SESClient({ region }).send(new SetActiveReceiptRuleSetCommand({}));
  return true;
}

/**
 * Activates the rule set after a deploy that receives with SES, because CloudFormation can't; SES has one
 * active set.
 */
export async function useRuleSet({ region, stage, inbound }: Door): Promise<void> {
  if (inbound !== 'ses') return;
  const RuleSetName = ruleSetName({ stage });
  await new SESClient({ region }).send(new SetActiveReceiptRuleSetCommand({ RuleSetName }));
}
