import type { RequestListener } from 'node:http';
import { snsTexts } from '../../shared/aws/sms.ts';
import { rawReceiver, receiver, stopReceivers } from '../support/receiver.ts';

const before = { ...process.env };
beforeAll(() => Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }));
afterAll(async () => {
  process.env = before;
  await stopReceivers();
});

const text = { to: '+41791234567', text: 'Hello' };

/** The adapter before an SNS at this URL, which may be slow on a busy machine. */
function textsAt(url: string, { sender_id = null as string | null, timeout_factor = 10 } = {}) {
  process.env.AWS_ENDPOINT_URL_SNS = url.replace(/\/hook$/, '');
  return snsTexts({ region: 'us-east-1', timeout_factor }, sender_id);
}

const answers =
  (status: number, code: string): RequestListener =>
  (_, response) => {
    const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>no</Message></Error>`;
    response.writeHead(status, { 'content-type': 'text/xml' });
    response.end(`<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${error}</ErrorResponse>`);
  };

const accepted: RequestListener = (_, response) =>
  response.end(
    '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>m-1</MessageId></PublishResult></PublishResponse>',
  );

test('a text is published as transactional, under the sender id of the deployment [U61]', async () => {
  const { url, received } = await receiver(accepted);
  expect(await textsAt(url, { sender_id: 'Acme' }).publish(text)).toEqual({
    outcome: 'sent',
    message_id: 'm-1',
  });
  const sent = new URLSearchParams(received[0]?.body);
  const attributes = [1, 2].map((i) => [
    sent.get(`MessageAttributes.entry.${i}.Name`),
    sent.get(`MessageAttributes.entry.${i}.Value.StringValue`),
  ]);
  expect([sent.get('Action'), sent.get('PhoneNumber'), sent.get('Message')]).toEqual([
    'Publish',
    text.to,
    text.text,
  ]);
  expect(attributes).toEqual([
    ['AWS.SNS.SMS.SMSType', 'Transactional'],
    ['AWS.SNS.SMS.SenderID', 'Acme'],
  ]);
});

test.each([
  [400, 'Throttling', { outcome: 'not_taken' }],
  [429, 'TooManyRequests', { outcome: 'not_taken' }],
  [400, 'InvalidParameter', { outcome: 'refused', reason: 'invalid' }],
  [400, 'OptedOut', { outcome: 'refused', reason: 'denied' }],
  [403, 'AuthorizationError', { outcome: 'not_taken' }],
  [500, 'InternalError', { outcome: 'unknown' }],
  [503, 'ServiceUnavailable', { outcome: 'unknown' }],
])('what SNS answers with %i %s is read once, by one request [U4]', async (status, code, outcome) => {
  const { url, received } = await receiver(answers(status, code));
  expect(await textsAt(url).publish(text)).toEqual(outcome);
  expect(received).toHaveLength(1);
});

test('a call that breaks off or hangs may have sent the text, and is not repeated [U4]', async () => {
  let connections = 0;
  const breaking = await rawReceiver((socket) => {
    connections++;
    socket.destroy();
  });
  expect(await textsAt(breaking).publish(text)).toEqual({ outcome: 'unknown' });
  const { url, received } = await receiver(() => {});
  expect(await textsAt(url, { timeout_factor: 0.3 }).publish(text)).toEqual({ outcome: 'unknown' });
  expect([connections, received.length]).toEqual([1, 1]);
});
