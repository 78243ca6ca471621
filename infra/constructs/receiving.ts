import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnReceiptRule, CfnReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import type { WorkQueue } from './queues.ts';
import { objectKeyPrefix, ruleName, ruleSetName } from './rule-set.ts';

type Into = { bodies: Bucket; key: Key | undefined; receive: WorkQueue };

/**
 * SES as the mail receiver. A single rule for every verified identity writes the message to the bucket and
 * publishes SES's findings to the receive queue. The deploy activates the rule set named in the output.
 */
export function makeReceiving(scope: Construct, config: Config, { bodies, key, receive }: Into): Topic {
  const stack = Stack.of(scope);
  const set = ruleSetName(config);
  const rule = stack.formatArn({
    service: 'ses',
    resource: 'receipt-rule-set',
    resourceName: `${set}:receipt-rule/${ruleName}`,
  });
  const fromRule = { StringEquals: { 'AWS:SourceAccount': stack.account, 'AWS:SourceArn': rule } };
  const allow = (actions: string[], resources: string[]) =>
    new PolicyStatement({
      principals: [new ServicePrincipal('ses.amazonaws.com')],
      actions,
      resources,
      conditions: fromRule,
    });
  const topic = new Topic(scope, 'ReceivedTopic', { enforceSSL: config.enforceSsl });
  topic.addToResourcePolicy(allow(['sns:Publish'], [topic.topicArn]));
  // Messages that SNS can't deliver go where the sweep finds them.
  topic.addSubscription(
    new SqsSubscription(receive.queue, { rawMessageDelivery: true, deadLetterQueue: receive.deadLetters }),
  );
  bodies.addToResourcePolicy(allow(['s3:PutObject'], [bodies.arnForObjects(`${objectKeyPrefix}*`)]));
  key?.addToResourcePolicy(allow(['kms:GenerateDataKey', 'kms:Decrypt'], ['*']));
  const ruleSet = new CfnReceiptRuleSet(scope, 'RuleSet', { ruleSetName: set });
  const receiptRule = new CfnReceiptRule(scope, 'Rule', {
    ruleSetName: ruleSet.ref,
    rule: {
      name: ruleName,
      enabled: true,
      // Spam and virus verdicts (R54).
      scanEnabled: true,
      tlsPolicy: 'Optional',
      actions: [{ s3Action: { bucketName: bodies.bucketName, objectKeyPrefix, topicArn: topic.topicArn } }],
    },
  });
  // SES writes and publishes once when the rule is created.
  for (const policy of [bodies.policy, topic.node.tryFindChild('Policy'), key])
    if (policy) receiptRule.node.addDependency(policy);
  return topic;
}
