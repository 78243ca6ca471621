import { Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { listAlarms } from './alarm-list.ts';
import type { Watched } from './alarm-parts.ts';

/** One topic for every alarm, when it begins and when it ends; context `alarmEmail` subscribes an address (P11). */
export function makeAlarms(scope: Construct, watched: Watched): Topic {
  const { config, origin } = watched;
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: config.enforceSsl });
  // The policy that refuses plain HTTP replaces the one by which an account's own alarms may publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  if (config.alarmEmail) topic.addSubscription(new EmailSubscription(config.alarmEmail));
  const action = new SnsAction(topic);
  for (const { id, means, metric, threshold, periods = 1, missing } of listAlarms(watched)) {
    const alarm = new Alarm(scope, `alarm-${id}`, {
      alarmName: `mailwright-${config.stage}-${id}`,
      alarmDescription: `${means} What to do: ${origin}/docs/operations#alarm-${id}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
  Validations.of(topic).acknowledge({
    id: 'AwsSolutions-SNS2',
    reason: 'The text of an alarm names no customer; a key of its own would cost more than the alarms.',
  });
  return topic;
}
