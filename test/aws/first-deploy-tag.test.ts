import { SESv2Client } from '@aws-sdk/client-sesv2';
import { identityChecks } from '../../tools/first-deploy/identities.ts';
import type { Lab } from '../../tools/first-deploy/lab.ts';
import { type AwsAnswer, fakeAws } from '../support/fake-aws.ts';

const arns = 'arn:aws:sqs:us-east-1:111122223333:deliver';

const refused = (status: number, type: string): AwsAnswer => ({ status, type, body: { message: type } });

/** Whether the identity has its tag at the end of the check; `refusals`: what SES says to the first calls that put it back. */
async function lookWith(refusals: AwsAnswer[]) {
  let tagged = true;
  const close = await fakeAws(['_SESV2'], ({ method, url = '' }) => {
    if (url === '/emails') return { status: 202, body: { id: 'msg_1' } };
    const refusal = method === 'POST' ? refusals.shift() : undefined;
    if (refusal) return refusal;
    tagged = method === 'POST';
    return { status: 200, body: {} };
  });
  const settings = {
    region: 'us-east-1',
    stage: 'prod',
    sandbox_domain: 'sandbox.example.com',
    base_url: process.env.AWS_ENDPOINT_URL_SESV2,
  };
  const ctx = {
    settings,
    runtime: { sleep: async () => {} },
    emails: { getMeta: async () => ({ state: 'queued' }) },
  };
  const lab = {
    ctx,
    visit: { ctx, key: { secret: 'mw_test' } },
    environment: { DELIVER_QUEUE_ARN: arns },
    clients: { sesv2: new SESv2Client({ region: 'us-east-1', maxAttempts: 1 }) },
  } as unknown as Lab;
  const seen = await identityChecks.tag_condition?.look(lab).catch(({ message }: Error) => message);
  close();
  return { seen, tagged };
}

test('P39: the tag of the sandbox identity comes back where SES takes no call at first', async () => {
  const { seen, tagged } = await lookWith([
    refused(429, 'TooManyRequestsException'),
    refused(429, 'TooManyRequestsException'),
  ]);
  expect(seen).toMatchObject({ as_assumed: true });
  expect(tagged).toBe(true);
});

test('P39: a tag that does not come back is said, with the command that puts it back', async () => {
  const { seen, tagged } = await lookWith([refused(403, 'AccessDeniedException')]);
  expect(tagged).toBe(false);
  expect(seen).toBe(
    'the sandbox identity may be without its tag, without which nothing is sent from it (AccessDeniedException). Put it back: aws sesv2 tag-resource --resource-arn arn:aws:ses:us-east-1:111122223333:identity/sandbox.example.com --tags Key=mailwright-stage,Value=prod',
  );
});
