import { createAwsApi } from '../../localstack/aws-api.ts';
import { environment } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { stopSubscribers } from './subscriber.ts';
import { caller, send, stack, subscribe } from './world.ts';

environment();
const aws = createAwsApi(stack.aws_endpoint_url, stack.region);

afterAll(stopSubscribers);

type Line = { message: string; request_id?: string; email_id?: string };

async function ofLogs<Answer>(action: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Logs_20140328.${action}` };
  const request = { method: 'POST', path: '/', headers, body: JSON.stringify(body) };
  return JSON.parse(await aws.call('logs', request)) as Answer;
}

/** What the query `trace-email` finds in the log groups of the deployed functions (D81). */
async function linesWith(id: string, since: number): Promise<Line[]> {
  const { logGroups } = await ofLogs<{ logGroups: { logGroupName: string }[] }>('DescribeLogGroups', {});
  const found = logGroups.map(async ({ logGroupName }) => {
    const asked = { logGroupName, startTime: since };
    const { events } = await ofLogs<{ events: { message: string }[] }>('FilterLogEvents', asked);
    return events.map(({ message }) => message).filter((text) => text.includes(id) && text.startsWith('{'));
  });
  return (await Promise.all(found)).flat().map((text): Line => JSON.parse(text));
}

test('the id of an email joins the logs of the functions from its request to its webhook [D81]', async () => {
  const since = Date.now();
  const call = caller(stack.api_key);
  const { receiver, webhook_id } = await subscribe(call, ['email.delivered']);
  try {
    const from = `hello@${stack.sandbox_domain}`;
    const id = await send(call, { from, to: stack.account_email, subject: 'Followed', text: 'x' });
    await receiver.event('email.delivered', id);
    const line = (name: string) => {
      const look = async () =>
        (await linesWith(id, since)).find(({ email_id, message }) => email_id === id && message === name);
      return until(look, { within_ms: 20_000, what: `${name} in the logs of ${id}` });
    };
    for (const name of ['notification', 'send_attempt', 'webhook_attempt']) await line(name);
    // The emulator may hold a function's last line until its next call.
    for (let i = 0; i < 5; i++) await call('GET', `/emails/${id}`);
    expect((await line('request')).request_id).toMatch(/^req_/);
  } finally {
    await call('DELETE', `/webhooks/${webhook_id}`);
  }
});
