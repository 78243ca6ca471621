import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { environment } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { stopSubscribers } from './subscriber.ts';
import { handedToSes, newCustomer, send, subscribe, withStatus } from './world.ts';

afterAll(stopSubscribers);

// Created before this process takes over the functions' environment, which the operator command would inherit.
const customer = newCustomer();
const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test('an email scheduled seconds ahead is told, goes out at its time and not before [Q16]', async () => {
  const { call, domain } = await customer;
  const { receiver } = await subscribe(call, ['email.scheduled', 'email.sent']);
  const scheduled_at = ahead(4);
  const email = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Later', text: 'Hi', scheduled_at };
  const id = await send(call, email);
  expect(await handedToSes({ email_id: id })).toEqual([]);
  const record = await withStatus(call, id, 'delivered');
  const late_ms = Date.parse(String(record.sent_at)) - Date.parse(scheduled_at);
  expect(late_ms).toBeGreaterThanOrEqual(0);
  expect(await handedToSes({ email_id: id })).toHaveLength(1);
  const types = await until(
    async () => {
      const told = receiver.received.map(({ body }) => JSON.parse(body).type as string);
      return told.length >= 2 && told;
    },
    { what: 'both events' },
  );
  expect(types.sort()).toEqual(['email.scheduled', 'email.sent']);
});

test('a cancelled email does not go out, a rescheduled one does at its new time [H13]', async () => {
  const { call, domain } = await customer;
  const email = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Later', text: 'Hi' };
  const cancelled = await send(call, { ...email, scheduled_at: ahead(5) });
  const moved = await send(call, { ...email, scheduled_at: ahead(600) });
  expect((await call('PATCH', `/emails/${cancelled}`, { body: { cancel: true } })).status).toBe(200);
  const scheduled_at = ahead(6);
  expect((await call('PATCH', `/emails/${moved}`, { body: { scheduled_at } })).status).toBe(200);
  const record = await withStatus(call, moved, 'delivered');
  expect(Date.parse(String(record.sent_at))).toBeGreaterThanOrEqual(Date.parse(scheduled_at));
  // By now, the canceled email's time has passed, too.
  expect(await handedToSes({ email_id: cancelled })).toEqual([]);
  expect((await withStatus(call, cancelled, 'cancelled')).cancelled_at).toEqual(expect.any(String));
});

test('days ahead there is one schedule of its own name, which fires through the deliver queue [architecture 3]', async () => {
  const { call, domain, account_id } = await customer;
  const cloud = environment();
  const region = cloud.AWS_REGION as string;
  const scheduler = new SchedulerClient({ region });
  const scheduled_at = ahead(2 * 86_400);
  const email = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Later', text: 'Hi', scheduled_at };
  const id = await send(call, email);
  const GroupName = cloud.SCHEDULER_GROUP;
  const made = await scheduler.send(new GetScheduleCommand({ Name: id, GroupName }));
  expect(made).toMatchObject({
    ActionAfterCompletion: 'DELETE',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ScheduleExpressionTimezone: 'UTC',
    Target: { Arn: cloud.DELIVER_QUEUE_ARN, RoleArn: cloud.SCHEDULER_ROLE_ARN },
  });
  expect(JSON.parse(made.Target?.Input ?? '')).toEqual({ id, account: account_id, scheduled_at });
  const fires = Date.parse(`${made.ScheduleExpression?.slice(3, -1)}Z`);
  expect(Date.parse(scheduled_at) - fires).toBeGreaterThan(60_000);
  expect(Date.parse(scheduled_at) - fires).toBeLessThan(14 * 60_000);

  // Moved nearer: its schedule is deleted, and an invocation for the old time changes nothing.
  const near = ahead(3);
  expect((await call('PATCH', `/emails/${id}`, { body: { scheduled_at: near } })).status).toBe(200);
  const sqs = new SQSClient({ region });
  const stale = { QueueUrl: cloud.DELIVER_QUEUE_URL, MessageBody: made.Target?.Input };
  await sqs.send(new SendMessageCommand(stale));
  const fire = JSON.stringify({ id, account: account_id, scheduled_at: near });
  await sqs.send(new SendMessageCommand({ QueueUrl: cloud.DELIVER_QUEUE_URL, MessageBody: fire }));
  await withStatus(call, id, 'delivered');
  expect(await handedToSes({ email_id: id })).toHaveLength(1);
  const gone = scheduler.send(new GetScheduleCommand({ Name: id, GroupName }));
  await expect(gone).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
