import { SESv2Client } from '@aws-sdk/client-sesv2';
import { conditionChecks } from '../../tools/first-deploy/conditions.ts';
import type { Lab } from '../../tools/first-deploy/lab.ts';
import { type Asked, type FakeAccount, fakeAccount, xml } from '../support/fake-account.ts';

const keys =
  '<AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>';
const identities = [
  { IdentityType: 'DOMAIN', IdentityName: 'example.com', SendingEnabled: true },
  { IdentityType: 'EMAIL_ADDRESS', IdentityName: 'ours@example.com', SendingEnabled: true },
  { IdentityType: 'EMAIL_ADDRESS', IdentityName: 'you@example.com', SendingEnabled: true },
];

/** The policy of the session that sends next, and the role as it is. */
let policy: string;
let role: string | null;
let account: FakeAccount;

function answer({ action, body }: Asked): [number, string] | undefined {
  const form = new URLSearchParams(body);
  if (action === 'CreateRole') role = form.get('RoleName');
  if (action === 'DeleteRole') role = null;
  if (action === 'AssumeRole') policy = form.get('Policy') ?? '';
  if (action === 'AssumeRole') return [200, xml(action, `<Credentials>${keys}</Credentials>`)];
  if (/Role/.test(action))
    return [200, xml(action, '<Role><Arn>arn:aws:iam::111122223333:role/first</Arn></Role>')];
  if (action.includes('/v2/email/list-identities'))
    return [200, JSON.stringify({ EmailIdentities: identities })];
  const Tags = action.includes('ours') ? [{ Key: 'mailwright-stage', Value: 'test' }] : [];
  return action.startsWith('GET /v2/email/identities/') ? [200, JSON.stringify({ Tags })] : undefined;
}

beforeEach(async () => {
  [policy, role] = ['', null];
  account = await fakeAccount(answer);
  process.env.AWS_ENDPOINT_URL = process.env.AWS_ENDPOINT_URL_SESV2 = account.origin;
  process.env.AWS_ACCESS_KEY_ID = process.env.AWS_SECRET_ACCESS_KEY = 'test';
});
afterEach(() => {
  account.close();
});

const arn = (name: string) => `arn:aws:ses:us-east-1:111122223333:identity/${name}`;
const denied = (name: string) =>
  Object.assign(
    new Error(
      `User \`arn:aws:sts::1:x' is not authorized to perform \`ses:SendEmail' on resource \`${arn(name)}'`,
    ),
    {
      name: 'AccessDeniedException',
    },
  );

/** What a check finds where SES refuses a send under rights that `refuses` names. */
function look(id: string, refuses: (rights: string, to: string) => Error | null) {
  const sent: string[] = [];
  const send = async ({ to: [to = ''] }: { to: string[] }) => {
    sent.push(to);
    const error = refuses(policy, to);
    if (error) throw error;
  };
  const lab = {
    ctx: {
      settings: { region: 'us-east-1', stage: 'prod', sandbox_domain: 'sandbox.example.com' },
      runtime: { sleep: async () => {} },
    },
    name: 'mailwright-prod-first-x',
    environment: { DELIVER_QUEUE_ARN: 'arn:aws:sqs:us-east-1:111122223333:deliver' },
    clients: { sesv2: new SESv2Client({ region: 'us-east-1', maxAttempts: 1 }) },
    send,
  } as unknown as Lab;
  return { seen: conditionChecks[id]?.look(lab), sent };
}

test('the check of conditions tries the address and the tag, with the right value and with another [P53]', async () => {
  const { seen, sent } = look('send_conditions', (rights) =>
    /"ses:FromAddress":"\*@sandbox\.example\.com"/.test(rights) ? null : denied('sandbox.example.com'),
  );
  expect(await seen).toEqual({
    found:
      'own From address: accepted, other From address: AccessDeniedException, own tag: AccessDeniedException, other tag: AccessDeniedException',
    as_assumed: true,
  });
  expect(sent).toEqual(Array(4).fill('success@simulator.amazonses.com'));
  expect(role).toBeNull();
});

test('where SES compares no address, the check says so, and its role goes [P53]', async () => {
  expect(await look('send_conditions', () => null).seen).toMatchObject({ as_assumed: false });
  expect(role).toBeNull();
});

test('a verified address without a tag is sent to, under rights to the sender and to everyone [P52]', async () => {
  const narrow = (rights: string, to: string) => (rights.includes(arn('*')) ? null : denied(to));
  const { seen, sent } = look('untagged_recipient', narrow);
  expect(await seen).toEqual({
    found: expect.stringMatching(
      /^with the sender's identity only: AccessDenied.*; with every identity: accepted$/,
    ),
    as_assumed: true,
  });
  expect(sent).toEqual(['you@example.com', 'you@example.com']);
  const { seen: other } = look('untagged_recipient', () => denied('you@example.com'));
  expect(await other).toMatchObject({ as_assumed: false });
});
