import {
  CreateReceiptRuleCommand,
  CreateReceiptRuleSetCommand,
  type ReceiptRule,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses';
import { objectKeyPrefix, ruleName } from '../infra/constructs/rule-set.ts';
import { clientOf } from './aws-api.ts';
import type { Outputs } from './deploy.ts';

const ruleSetExists = (error: Error) =>
  error.name === 'AlreadyExistsException' || error.name === 'AlreadyExists';

/**
 * The receipt rule of the stack at the stand-in of SES, active as `npm run deploy` makes it on AWS (R58). Nothing where SES
 * does not receive mail. Safe to repeat.
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
