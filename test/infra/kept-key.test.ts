import { keepKey } from '../../infra/kept-key.ts';
import { type FakeAccount, fakeAccount, xml } from '../support/fake-account.ts';

const stackOf = (outputs: string) =>
  xml(
    'DescribeStacks',
    `<Stacks><member><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${outputs}</Outputs></member></Stacks>`,
  );
const key = '<member><OutputKey>KmsKeyArn</OutputKey><OutputValue>arn:aws:kms:k</OutputValue></member>';
const missing =
  '<ErrorResponse><Error><Code>ValidationError</Code><Message>it does not exist</Message></Error></ErrorResponse>';

let account: FakeAccount;
let deployed: [number, string] | undefined;
const before = { ...process.env };
beforeAll(async () => {
  account = await fakeAccount(() => deployed);
});
afterAll(() => account.close());
beforeEach(() => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: account.origin,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    CDK_DEFAULT_ACCOUNT: '111122223333',
    CDK_DEFAULT_REGION: 'us-east-1',
  });
  account.calls.splice(0);
});
afterEach(() => {
  process.env = { ...before };
});

/** As `npx cdk deploy -c stage=prod -c kms=…` begins. */
const begin = (kms: string) =>
  keepKey({ tryGetContext: (name: string) => ({ stage: 'prod', kms })[name as 'kms'] });

test("CDK's own CLI does not take a key away from a stage that has one [P46]", async () => {
  deployed = [200, stackOf(key)];
  await expect(begin('aws-owned')).rejects.toThrow(/^kms=aws-owned removes access to the key.* -c kms=own/);
});

test('a stage without a key, and one that is new, may do without [P46]', async () => {
  deployed = [200, stackOf('')];
  await begin('aws-owned');
  deployed = [400, missing];
  await begin('aws-owned');
});

test('what cannot be looked at is refused, another account among it [P46]', async () => {
  deployed = undefined;
  await expect(begin('aws-owned')).rejects.toThrow();
  process.env.CDK_DEFAULT_ACCOUNT = '444455556666';
  await expect(begin('aws-owned')).rejects.toThrow('set AWS_PROFILE and AWS_REGION');
});

test('AWS is asked only where the key may go, and somebody deploys', async () => {
  await begin('own');
  delete process.env.CDK_DEFAULT_ACCOUNT;
  await begin('aws-owned');
  expect(account.calls).toEqual([]);
});
