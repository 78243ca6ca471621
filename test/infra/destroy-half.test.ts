import { readdirSync } from 'node:fs';
import { type Asked, type FakeAccount, fakeAccount, xml } from '../support/fake-account.ts';

const Name = '/mailwright/half/context';
const tags = [{ Key: 'mailwright-stage', Value: 'half' }];

const parts = { TableName: 'mailwright-half-Table', BodyBucket: 'bodies', SchedulerGroup: 'group' };

let account: FakeAccount;
/** Status of the stack Core; null: there is none. */
let core: string | null;
let outputs: Record<string, string>;
/** What CloudFormation lists of the stack: type, name and state. */
let resources: [string, string, string][];
/** The objects in the bucket; null: there is no bucket. */
let objects: string[] | null;
/** What SES answers to each call about tenants, and about identities. */
let tenants: [number, string];
let identities: Record<string, [number, string]>;

const noStack =
  '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack does not exist</Message></Error></ErrorResponse>';

const missing = (type: string): [number, string] => [404, JSON.stringify({ __type: type })];

function stackOf(name: string | null): [number, string] {
  if (core === null || name !== 'mailwright-half') return [400, noStack];
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<StackName>${name}</StackName><StackStatus>${core}</StackStatus><Outputs>${members.join('')}</Outputs>`;
  return [200, xml('DescribeStacks', `<Stacks><member>${stack}</member></Stacks>`)];
}

function listOf(): [number, string] {
  const members = resources.map(
    ([type, name, status]) =>
      `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${name}</PhysicalResourceId><ResourceStatus>${status}</ResourceStatus></member>`,
  );
  const action = 'ListStackResources';
  return [200, xml(action, `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`)];
}

function bucketCall(action: string): [number, string] {
  if (objects === null) return [404, '<Error><Code>NoSuchBucket</Code></Error>'];
  if (action.startsWith('GET')) {
    const versions = objects.map((Key) => `<Version><Key>${Key}</Key><VersionId>1</VersionId></Version>`);
    return [200, `<ListVersionsResult>${versions.join('')}</ListVersionsResult>`];
  }
  objects = action.startsWith('DELETE') ? null : [];
  return [200, '<DeleteResult></DeleteResult>'];
}

/** An account in which a stage has its stack and nothing else, and SES some identities. */
function answer({ action, body }: Asked): [number, string] | undefined {
  if (action === 'DescribeStacks') return stackOf(new URLSearchParams(body).get('StackName'));
  if (action === 'DeleteStack') core = objects?.length ? 'DELETE_FAILED' : null;
  if (action === 'ListStackResources') return listOf();
  if (/^(DeleteStack|UpdateTerminationProtection)$/.test(action)) return [200, xml(action, '')];
  if (action === 'DescribeTable') return missing('ResourceNotFoundException');
  if (action === 'ListTables') return [200, '{"TableNames":[]}'];
  if (/\/bodies/.test(action)) return bucketCall(action);
  if (action.includes('/schedule-groups/')) return missing('ResourceNotFoundException');
  if (action.includes('tenants')) return tenants;
  const EmailIdentities = Object.keys(identities).map((IdentityName) => ({ IdentityName }));
  if (action.endsWith('/list-identities')) return [200, JSON.stringify({ EmailIdentities })];
  return identities[action.replace('GET /v2/email/identities/', '')];
}

beforeEach(async () => {
  core = 'CREATE_COMPLETE';
  outputs = parts;
  resources = [];
  objects = null;
  tenants = [200, '{}'];
  identities = { 'acme.example': [200, JSON.stringify({ Tags: tags })] };
  account = await fakeAccount(answer);
  account.kept[Name] = '{"stage":"half"}';
});
afterEach(() => account.close());

const destroy = () => account.start('infra/destroy/main.ts', ['--stage', 'half'], 'half\n').ended;
const isDeleted = (text = 'identity acme.example') => ({
  code: 0,
  text: expect.stringMatching(new RegExp(`Stage half was deleted\\.[^]*${text}`)),
});

test('an identity that goes meanwhile is left out of the list [P47]', async () => {
  identities = { 'gone.example': missing('NotFoundException'), ...identities };
  expect(await destroy()).toMatchObject(isDeleted());
});

test('a destroy that could not list what stays lists it when it is repeated, and forgets the stage then [P47]', async () => {
  const found = identities['acme.example'] as [number, string];
  identities['acme.example'] = [403, '{"__type":"ExpiredTokenException"}'];
  expect((await destroy()).code).toBe(1);
  expect([core, account.kept[Name]]).toEqual([null, '{"stage":"half"}']);
  identities['acme.example'] = found;
  expect(await destroy()).toMatchObject(isDeleted());
  expect([account.kept[Name], readdirSync(`${account.folder}/.local`)]).toEqual([undefined, []]);
});

test.each(['BadRequestException', 'UnknownOperationException'])(
  'a stage goes where SES has no tenants (%s) [P47]',
  async (type) => {
    tenants = missing(type);
    expect(await destroy()).toMatchObject(isDeleted());
  },
);

test('a caller who may not ask for tenants deletes no stack that they may hold [P47]', async () => {
  tenants = [403, '{"__type":"AccessDeniedException"}'];
  expect((await destroy()).code).toBe(1);
  expect(core).toBe('CREATE_COMPLETE');
});

test('a first deploy that was taken back goes, and a stage that never was is none [P47]', async () => {
  [core, outputs] = ['ROLLBACK_COMPLETE', {}];
  expect(await destroy()).toMatchObject(isDeleted());
  expect(core).toBeNull();
  delete account.kept[Name];
  expect((await destroy()).text).toBe('Stage half not found in us-east-1 (account 111122223333).\n');
});

test.each(['ROLLBACK_FAILED', 'DELETE_FAILED'])(
  'a first deploy goes that CloudFormation could not take back, with what SES has put into its bucket (%s) [P2]',
  async (status) => {
    [core, outputs, objects] = [status, {}, ['ses/AMAZON_SES_SETUP_NOTIFICATION']];
    resources = [
      ['AWS::S3::Bucket', 'bodies', 'DELETE_FAILED'],
      ['AWS::DynamoDB::Table', 'mailwright-half-Table', 'DELETE_COMPLETE'],
    ];
    expect(await destroy()).toMatchObject(isDeleted());
    expect([core, objects]).toEqual([null, null]);
    expect(account.calls).not.toContain('DescribeTable');
  },
);
