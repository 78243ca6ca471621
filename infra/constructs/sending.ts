import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import type { WorkQueue } from './queues.ts';
import { tlsPolicies } from './tls-policies.ts';

/** E35: SES's own open, click, and subscription tracking stays off. */
const events = ['send', 'delivery', 'bounce', 'complaint', 'deliveryDelay', 'reject', 'renderingFailure'];

export type Sending = { topic: Topic; configurationSetArns: string[] };

/** SES -> topic -> feedback queue: each message's outcomes. */
export function makeSending(scope: Construct, config: Config, { queue, deadLetters }: WorkQueue): Sending {
  const stack = Stack.of(scope);
  const names = Object.keys(tlsPolicies).map((mode) => `${config.stage}-${mode}`);
  const configurationSetArns = names.map((name) =>
    stack.formatArn({ service: 'ses', resource: 'configuration-set', resourceName: name }),
  );
  const topic = feedbackTopic(scope, config, configurationSetArns);
  // The subscription's queue policies admit only this topic. Messages that SNS can't deliver go where the
  // sweep finds them, because SNS keeps nothing.
  topic.addSubscription(
    new SqsSubscription(queue, { rawMessageDelivery: true, deadLetterQueue: deadLetters }),
  );
  for (const [mode, tlsPolicy] of Object.entries(tlsPolicies))
    configurationSet(scope, `${config.stage}-${mode}`, mode, tlsPolicy, topic);
  return { topic, configurationSetArns };
}

function feedbackTopic(scope: Construct, config: Config, sourceArns: string[]): Topic {
  const topic = new Topic(scope, 'FeedbackTopic', { enforceSSL: config.enforceSsl });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('ses.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'AWS:SourceAccount': Stack.of(scope).account, 'AWS:SourceArn': sourceArns },
      },
    }),
  );
  return topic;
}

function configurationSet(scope: Construct, name: string, mode: string, tlsPolicy: string, topic: Topic) {
  const set = new CfnConfigurationSet(scope, `Sending-${mode}`, {
    name,
    deliveryOptions: { tlsPolicy },
    reputationOptions: { reputationMetricsEnabled: true },
    sendingOptions: { sendingEnabled: true },
    // SES neither fills nor checks a suppression list, so one tenant's bounce doesn't block another's mail.
    // Without this empty list, the reasons set for the tenant or the SES account would apply (P41).
    suppressionOptions: {
      suppressedReasons: [],
      // If the AWS account turns on auto validation, SES holds back mail to addresses it considers invalid
      // (P54).
      validationOptions: { conditionThreshold: { conditionThresholdEnabled: 'DISABLED' } },
    },
  });
  const destination = new CfnConfigurationSetEventDestination(scope, `Feedback-${mode}`, {
    configurationSetName: set.ref,
    eventDestination: {
      name: 'feedback',
      enabled: true,
      matchingEventTypes: events,
      snsDestination: { topicArn: topic.topicArn },
    },
  });
  // SES tests that it may publish when the destination is created.
  destination.node.addDependency(topic);
}
