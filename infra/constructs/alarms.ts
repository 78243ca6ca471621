import { Stack, Validations } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { listAlarms } from './alarm-list.ts';
import type { Watched } from './alarm-parts.ts';

/** One topic for all alarms, notified when they start and end. Context `alarmEmail` subscribes an address. */
export function makeAlarms(scope: Construct, watched: Watched): Topic {
  const { config, origin } = watched;
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: config.enforceSsl });
  // The policy that rejects plain HTTP replaces the default that lets the account's alarms publish.
  letPublish(topic, 'cloudwatch.amazonaws.com');
  if (config.alarmEmail) topic.addSubscription(new EmailSubscription(config.alarmEmail));
  const action = new SnsAction(topic);
  for (const [id, { means, metric, threshold, periods, missing }] of Object.entries(listAlarms(watched))) {
    const alarm = new Alarm(scope, `alarm-${id}`, {
      alarmName: `mailwright-${config.stage}-${id}`,
      alarmDescription: `${means} What to do: ${origin}/docs/operations/alarms#alarm-${id}`,
      metric,
      threshold,
      evaluationPeriods: periods ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
  const reason = 'Alarm texts name no customers. A separate key would cost more than the alarms.';
  Validations.of(topic).acknowledge({ id: 'AwsSolutions-SNS2', reason });
  return topic;
}

/** Lets an AWS service write to the topic, for this account only. */
function letPublish(topic: Topic, service: string): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(service)],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(topic).account } },
    }),
  );
}

/**
 * The alarm `cost` of D79 (docs/internals/decisions/0029) is a budget, because CloudWatch has no forecasts,
 * and has estimated charges only in us-east-1. It covers the whole AWS account: filtering by tag requires the
 * account's owner to activate the tag.
 */
export function makeBudget(scope: Stack, config: Config, topic: Topic): void {
  const { alarmCost, stage } = config;
  if (alarmCost === undefined) return;
  letPublish(topic, 'budgets.amazonaws.com');
  const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
  // AWS needs about five weeks of use for a forecast; until then, actual costs are compared.
  const notifications = ['FORECASTED', 'ACTUAL'].map((notificationType) => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold: 100,
      thresholdType: 'PERCENTAGE',
    },
    subscribers,
  }));
  const budget = new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `mailwright-${stage}-cost`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: alarmCost, unit: 'USD' },
    },
    notificationsWithSubscribers: notifications,
  });
  // AWS rejects a budget whose topic doesn't let it publish.
  budget.node.addDependency(topic);
}
