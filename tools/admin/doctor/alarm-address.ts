import { ListSubscriptionsByTopicCommand, SNSClient, type Subscription } from '@aws-sdk/client-sns';
import type { Seen } from './client.ts';
import type { Visit } from './visit.ts';

/**
 * Checks that alarms reach a person. A problem here doesn't affect email, so the link still counts as
 * working.
 */
export async function checkAlarms(
  { alarm_topic: TopicArn }: Pick<Visit, 'alarm_topic'>,
  client: Pick<SNSClient, 'send'> = new SNSClient(),
): Promise<Seen> {
  if (TopicArn === null) return 'skipped: this deployment has no alarm topic';
  return client.send(new ListSubscriptionsByTopicCommand({ TopicArn })).then(
    ({ Subscriptions = [] }) => judgeSubscriptions(Subscriptions),
    (error: Error) => ({
      what: `skipped: ${error.message}`,
      fix: 'Allow sns:ListSubscriptionsByTopic. The full policy is in docs/operations/rights.md',
    }),
  );
}

/** SNS sends nothing to an unconfirmed address, and removes it after a few days. */
function judgeSubscriptions(subscriptions: Subscription[]): Seen {
  const waiting = subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation');
  const names = waiting.map(({ Endpoint }) => Endpoint).join(', ');
  if (waiting.length > 0) {
    const fix =
      'Open the email "AWS Notification - Subscription Confirmation" sent to that address, and confirm the subscription';
    return { what: `the subscription isn't confirmed yet, so alarms don't reach ${names}`, fix };
  }
  if (subscriptions.length > 0) return `alarm topic subscriptions: ${subscriptions.length}`;
  const fix =
    'Deploy with -c alarmEmail=…, or subscribe to the alarm topic. Confirm the subscription within a few days';
  return { what: 'no email address receives alarms', fix };
}
