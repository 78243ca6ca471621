import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { makeReceiptRules } from '../../localstack/after-deploy.ts';
import { verifyLocalDomain } from '../../tools/admin/run-command.ts';
import { cloudKeys, environment, readStack } from '../support/environment.ts';
import { sendRaw, talk } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { caller } from './world.ts';

const { api_key, inbound } = readStack();
const variables = environment();
const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = variables;
const { AWS_ENDPOINT_URL_SES: sesUrl = '', RECEIVE_QUEUE_URL: QueueUrl = '' } = variables;
const credentials = cloudKeys();
const call = caller(api_key);
const to = `ses@${inbound.domain}`;
const run = String(Date.now());

/** What `-c inbound=ses` deploys, next to this stack's receiver: topic, subscription, rule, and identity. */
beforeAll(async () => {
  const aws = { endpoint, region, credentials };
  const sns = new SNSClient(aws);
  const { TopicArn = '' } = await sns.send(new CreateTopicCommand({ Name: `received-${run}` }));
  const { Attributes } = await new SQSClient(aws).send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  const Attributes_ = { RawMessageDelivery: 'true' };
  await sns.send(
    new SubscribeCommand({
      TopicArn,
      Protocol: 'sqs',
      Endpoint: Attributes?.QueueArn,
      Attributes: Attributes_,
    }),
  );
  await verifyLocalDomain(variables, inbound.domain);
  const outputs = { ReceiptRuleSet: `rules-${run}`, ReceivedTopicArn: TopicArn };
  await makeReceiptRules({ sesUrl, region }, { ...outputs, BodyBucket: variables.BODY_BUCKET ?? '' });
}, 60_000);

const messageOf = (subject: string) =>
  [
    'From: Ada <ada@x.example>',
    `Subject: ${subject}`,
    'Message-ID: <1@x.example>',
    '',
    'It arrived.',
    '',
  ].join('\r\n');

type Received = Record<string, unknown> & { id: string };

async function listed(subject: string): Promise<Received[]> {
  const { body } = await call('GET', `/received-emails?to=${to}&limit=100`);
  return (body.received_emails as Received[]).filter((one) => one.subject === subject);
}

const arrival = (subject: string) =>
  until(async () => (await listed(subject))[0], { within_ms: 30_000, what: subject });

/** Gives SES a message with these verdicts. */
async function inject(subject: string, verdicts: Record<string, string>, recipients = [to]) {
  const raw = Buffer.from(messageOf(subject)).toString('base64');
  const body = JSON.stringify({ source: 'ada@x.example', recipients, raw, verdicts });
  const answer = await fetch(`${sesUrl}/_control/receive`, { method: 'POST', body });
  return ((await answer.json()) as { id: string | null }).id;
}

test('a message that SES receives by SMTP is a received email, its octets behind what SES wrote [R58]', async () => {
  const { smtp_port } = (await (await fetch(`${sesUrl}/_control`)).json()) as { smtp_port: number };
  const subject = `by SES ${run}`;
  const talking = await talk(smtp_port);
  await talking.say('EHLO mx.x.example');
  const stranger = await talking
    .say('MAIL FROM:<ada@x.example>')
    .then(() => talking.say('RCPT TO:<x@y.example>'));
  expect(stranger).toMatch(/^550 /);
  await talking.say('RSET');
  const message = messageOf(subject);
  expect(await sendRaw(talking, { from: 'ada@x.example', to: [to], message })).toMatch(/^250 /);
  talking.close();
  const summary = await arrival(subject);
  expect(summary).toMatchObject({
    rcpt_to: [to],
    spam_status: 'pass',
    size: message.length,
    parse_error: null,
  });
  const { body } = await call('GET', `/received-emails/${summary.id}`);
  const record = body.received_email as Record<string, unknown> & { raw_url: string };
  expect(record).toMatchObject({
    text: 'It arrived.\r\n',
    auth: { spf: 'none', dkim: 'none', dmarc: 'none' },
  });
  const raw = await (await fetch(record.raw_url)).text();
  expect(raw).toMatch(/^Return-Path: <ada@x\.example>\r\n/);
  expect(raw.endsWith(message)).toBe(true);
}, 60_000);

test('the verdicts of SES are those of the record [R53, R54]', async () => {
  const subject = `verdicts ${run}`;
  const verdicts = { spf: 'PASS', dkim: 'FAIL', dmarc: 'PROCESSING_FAILED', spam: 'FAIL', virus: 'PASS' };
  expect(await inject(subject, verdicts)).not.toBeNull();
  const { id, spam_status } = await arrival(subject);
  const { body } = await call('GET', `/received-emails/${id}`);
  expect([spam_status, (body.received_email as { auth: object }).auth]).toEqual([
    'fail',
    { spf: 'pass', dkim: 'fail', dmarc: 'unknown' },
  ]);
}, 60_000);

test('what a sender brings SES again is the same message; a domain that takes no mail leaves nothing [R41]', async () => {
  const subject = `again ${run}`;
  await inject(subject, {});
  await arrival(subject);
  await inject(subject, {});
  const last = `after ${run}`;
  await inject(last, {});
  await arrival(last);
  expect(await listed(subject)).toHaveLength(1);
  expect(await inject('never', {}, ['x@nobody.example'])).toBeNull();
}, 60_000);
