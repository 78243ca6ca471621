import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { sesMailer } from '../../shared/aws/mailer.ts';
import { sesOutcome } from '../../shared/aws/ses-outcome.ts';
import { sesGrants } from '../../shared/aws/ses-quota.ts';
import { sesSender } from '../../shared/aws/ses-sender.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { mail, startWorld, type World } from '../localstack/world.ts';

/** The product's clients against the stand-in, which answers with SES's names and texts. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.verifiedDomain('example.com');
  process.env.AWS_ENDPOINT_URL_SES = process.env.AWS_ENDPOINT_URL_SESV2 = world.ses.url;
  process.env.AWS_ACCESS_KEY_ID = process.env.AWS_SECRET_ACCESS_KEY = 'test';
});
afterAll(() => world.close());

const raw = mail({ From: 'shop@example.com' });
const message = {
  raw,
  source: 'shop@example.com',
  destinations: ['ada@example.net'],
  configuration_set: 'test-opportunistic',
  tags: {},
};

/** On a busy machine a call takes longer than SES is given. */
const aws = { region: 'us-east-1', timeout_factor: 10 };
const mailer = sesMailer(async () => sesSender(aws));

test.each([
  ['paused', { outcome: 'later', cause: 'paused' }],
  ['suspended', { outcome: 'later', cause: 'paused' }],
  ['set_paused', { outcome: 'later', cause: 'paused' }],
  ['unverified', { outcome: 'later', cause: 'unverified', identities: ['shop@example.com'] }],
  ['expired', { outcome: 'later' }],
  ['wrong_key', { outcome: 'later' }],
  [
    'denied',
    {
      outcome: 'later',
      cause: 'denied',
      resource: 'arn:aws:ses:us-east-1:000000000000:identity/shop@example.com',
    },
  ],
  ['no_set', { outcome: 'later' }],
  ['daily_quota', { outcome: 'later', cause: 'throttled' }],
  ['unknown', { outcome: 'later' }],
  ['content', { outcome: 'refused', reason: 'MessageRejected' }],
])('SES in trouble: %s [P7]', async (refusal, expected) => {
  await world.control({ refusal });
  expect(await mailer.send(message)).toMatchObject(expected);
  await world.control({ refusal: null });
});

test("SES's sandbox takes mail to verified identities and the simulator, and names others [P52]", async () => {
  await world.control({ sandbox: true });
  const to = async (...destinations: string[]) => await mailer.send({ ...message, destinations });
  expect(await to('ada@example.net')).toMatchObject({ cause: 'unverified', identities: ['ada@example.net'] });
  for (const address of ['ops@example.com', 'success@simulator.amazonses.com'])
    expect((await to(address)).outcome).toBe('accepted');
  await world.control({ sandbox: false });
});

test.each([
  [
    "User `arn:aws:sts::1:assumed-role/r' is not authorized to perform `ses:SendEmail' on resource `arn:aws:ses:eu-west-1:1:identity/a@b.c'",
  ],
  [
    'User: arn:aws:sts::1:assumed-role/r is not authorized to perform: ses:SendEmail on resource: arn:aws:ses:eu-west-1:1:identity/a@b.c because no identity-based policy allows it',
  ],
])('the denied resource is read: %s [P52]', (text) => {
  const denied = Object.assign(new Error(text), { name: 'AccessDeniedException' });
  expect(sesOutcome(denied)).toMatchObject({ resource: 'arn:aws:ses:eu-west-1:1:identity/a@b.c' });
});

test("each message switches SES's own tracking off, and SES refuses other words [P54]", async () => {
  const sent = await mailer.send(message);
  const id = sent.outcome === 'accepted' ? sent.message_id : '';
  const [taken] = (await world.messages()).filter(
    ({ message_id }: { message_id: string }) => message_id === id,
  );
  expect(taken.overrides).toEqual({
    Tracking: { OpenTrackingEnabled: 'DISABLED', ClickTrackingEnabled: 'DISABLED' },
  });
  const wrong = { Tracking: { OpenTrackingEnabled: 'OFF' as 'DISABLED' } };
  const call = new SendEmailCommand({ Content: { Raw: { Data: raw } }, ConfigurationOverrides: wrong });
  await expect(world.v2.send(call)).rejects.toMatchObject({ name: 'BadRequestException' });
});

test('what is wrong with the message itself is final [P7]', async () => {
  const { outcome } = await mailer.send({ ...message, destinations: ['no address'] });
  expect(outcome).toBe('refused');
});

test('one call takes a small message and one of 39 MB [P44, P22]', async () => {
  const large = mail({ From: 'shop@example.com' }, `${'x'.repeat(76)}\r\n`.repeat(39 * 13_443));
  for (const bytes of [raw, large])
    expect((await mailer.send({ ...message, raw: bytes })).outcome).toBe('accepted');
  const sent = (await world.messages()).map(({ operation }: { operation: string }) => operation);
  expect(sent.slice(-2)).toEqual(['SendEmail', 'SendEmail']);
});

test('rate and quota of the account, as SES grants them [P15]', async () => {
  await world.control({ rate_per_second: 14 });
  expect(await sesGrants(aws, systemRuntime()).read()).toMatchObject({ rate: 14, quota: 100_000_000 });
  await world.control({ rate_per_second: null });
});

test('credentials that cannot be had and connections that were never made sent nothing [P7]', () => {
  for (const error of [
    Object.assign(new Error('no credentials'), { name: 'CredentialsProviderError' }),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ])
    expect(sesOutcome(error)).toMatchObject({ outcome: 'later' });
});
