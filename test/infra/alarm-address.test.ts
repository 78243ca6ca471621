import type { SNSClient, Subscription } from '@aws-sdk/client-sns';
import { checkAlarms } from '../../tools/admin/doctor/alarm-address.ts';

const topic = 'arn:aws:sns:eu-west-1:111122223333:mailwright-prod-AlarmTopic';
const waiting = { SubscriptionArn: 'PendingConfirmation', Endpoint: 'ops@example.com' };
const confirmed = { SubscriptionArn: `${topic}:1`, Endpoint: 'a@example.com' };

const client = (send: () => Promise<{ Subscriptions: Subscription[] }>) => ({ send }) as unknown as SNSClient;
const seenWith = (...Subscriptions: Subscription[]) =>
  checkAlarms(
    { alarm_topic: topic },
    client(async () => ({ Subscriptions })),
  );

test('doctor names an alarm address that has not confirmed, or that there is none [P55]', async () => {
  expect(await seenWith(confirmed, waiting)).toEqual({
    what: "the subscription isn't confirmed yet, so alarms don't reach ops@example.com",
    fix: expect.stringContaining('Subscription Confirmation'),
  });
  expect(await seenWith()).toEqual({
    what: 'no email address receives alarms',
    fix: expect.stringContaining('-c alarmEmail='),
  });
  expect(await seenWith(confirmed)).toBe('alarm topic subscriptions: 1');
});

test('without the right to look, or without alarms, doctor says so and fails nothing [P55]', async () => {
  const denied = client(async () => {
    throw new Error('not authorized');
  });
  const fix = expect.stringContaining('sns:ListSubscriptionsByTopic');
  expect(await checkAlarms({ alarm_topic: topic }, denied)).toEqual({
    what: 'skipped: not authorized',
    fix,
  });
  expect(await checkAlarms({ alarm_topic: null }, denied)).toMatch(/^skipped: /);
});
