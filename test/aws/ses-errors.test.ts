import { sesMailer } from '../../shared/aws/mailer.ts';
import { sesOutcome } from '../../shared/aws/ses-outcome.ts';
import { sesV1 } from '../../shared/aws/ses-v1.ts';
import { sesV2 } from '../../shared/aws/ses-v2.ts';
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

const v1 = async () => sesV1({ region: 'us-east-1' });
const v2 = async () => sesV2({ region: 'us-east-1' });
const versions = { v1: sesMailer(v1, v1), v2: sesMailer(v2, v2) };

test.each([
  ['paused', { outcome: 'later', cause: 'paused' }],
  ['suspended', { outcome: 'later', cause: 'paused' }],
  ['set_paused', { outcome: 'later', cause: 'paused' }],
  ['unverified', { outcome: 'later', cause: 'unverified', identities: ['shop@example.com'] }],
  ['expired', { outcome: 'later' }],
  ['wrong_key', { outcome: 'later' }],
  ['denied', { outcome: 'later' }],
  ['no_set', { outcome: 'later' }],
  ['daily_quota', { outcome: 'later', cause: 'throttled' }],
  ['unknown', { outcome: 'later' }],
  ['content', { outcome: 'refused', reason: 'MessageRejected' }],
])('P7: SES in trouble: %s', async (refusal, expected) => {
  await world.control({ refusal });
  for (const mailer of Object.values(versions)) expect(await mailer.send(message)).toMatchObject(expected);
  await world.control({ refusal: null });
});

test('P7: what is wrong with the message itself is final', async () => {
  for (const mailer of Object.values(versions)) {
    const { outcome } = await mailer.send({ ...message, destinations: ['no address'] });
    expect(outcome).toBe('refused');
  }
});

test('P7: credentials that cannot be had and connections that were never made sent nothing', () => {
  for (const error of [
    Object.assign(new Error('no credentials'), { name: 'CredentialsProviderError' }),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ])
    expect(sesOutcome(error)).toMatchObject({ outcome: 'later' });
});
