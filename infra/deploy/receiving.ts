import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses';
import { ruleSetName } from '../constructs/rule-set.ts';

/** The rule set that SES uses in a region; null: none. Throws SES's errors. */
export async function activeRuleSet(region: string): Promise<string | null> {
  const client = new SESClient({ region });
  const { Metadata } = await client.send(new DescribeActiveReceiptRuleSetCommand({}));
  return Metadata?.Name ?? null;
}

type Door = { region: string; stage: string; inbound: string | undefined };

/**
 * Switches the rule set off before a deploy that ends receiving by SES: CloudFormation cannot delete an active one. Another deployment's stays. Returns whether SES stopped.
 */
export async function leaveRuleSet({ region, stage, inbound }: Door): Promise<boolean> {
  if (inbound === 'ses' || (await activeRuleSet(region)) !== ruleSetName({ stage })) return false;
  await new SESClient({ region }).send(new SetActiveReceiptRuleSetCommand({}));
  return true;
}

/**
 * Chooses the rule set after a deploy that receives by SES: SES has one active rule set, and CloudFormation cannot
 * choose it.
 */
export async function useRuleSet({ region, stage, inbound }: Door): Promise<void> {
  if (inbound !== 'ses') return;
  const RuleSetName = ruleSetName({ stage });
  await new SESClient({ region }).send(new SetActiveReceiptRuleSetCommand({ RuleSetName }));
}
