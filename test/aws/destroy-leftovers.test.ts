import { deleteData } from '../../infra/destroy/data.ts';
import { findStaying, releaseSets } from '../../infra/destroy/staying.ts';
import { type AwsAnswer, fakeAws } from '../support/fake-aws.ts';

const services = ['', '_DYNAMODB', '_S3', '_SCHEDULER', '_SESV2'];

const refused = (type: string): AwsAnswer => ({ status: 400, type, body: { __type: type, message: type } });

/** A protected table, which is `UPDATING` after each change until it was asked for; `calls`: what changed it. */
function protectedTable(TableStatus = 'ACTIVE') {
  const calls: string[] = [];
  const table = { TableStatus, DeletionProtectionEnabled: true };
  const answer = (call: string): AwsAnswer => {
    if (call === 'DescribeTable') {
      if (table.TableStatus === 'UPDATING') table.TableStatus = 'ACTIVE';
      return { status: 200, body: { Table: { ...table } } };
    }
    calls.push(call);
    if (table.TableStatus !== 'ACTIVE') return refused('ResourceInUseException');
    if (call === 'UpdateTable')
      Object.assign(table, { TableStatus: 'UPDATING', DeletionProtectionEnabled: false });
    if (call === 'DeleteTable' && table.DeletionProtectionEnabled) return refused('ValidationException');
    return { status: 200, body: {} };
  };
  return { calls, answer };
}

const noBucket: AwsAnswer = { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' };

test.each([
  [
    'a protected table is deleted once the change of its protection is done',
    'ACTIVE',
    ['UpdateTable', 'DeleteTable'],
  ],
  ['a table that an earlier run has begun to delete is left to it', 'DELETING', []],
])('%s [P47]', async (_name, status, changes) => {
  const { calls, answer } = protectedTable(status);
  const deleted: string[] = [];
  const close = await fakeAws(services, ({ headers, url = '' }) => {
    const [, call] = String(headers['x-amz-target'] ?? '').split('.');
    if (call !== undefined) return answer(call);
    deleted.push(url);
    return url.startsWith('/schedule-groups/') ? { status: 200, body: {} } : noBucket;
  });
  const data = { table: 'mailwright-prod-Table', bucket: 'bodies', schedules: 'group', key: undefined };
  await deleteData('us-east-1', data).finally(close);
  expect(calls).toEqual(changes);
  expect(deleted).toContainEqual(expect.stringMatching(/^\/schedule-groups\/group/));
});

test('a destroy that is repeated after its configuration sets were deleted goes on [P47]', async () => {
  const asked: string[] = [];
  const close = await fakeAws(services, ({ url = '' }) => {
    asked.push(url);
    return { ...refused('NotFoundException'), status: 404 };
  });
  await releaseSets('us-east-1', { stage: 'prod', account: '123456789012' }).finally(close);
  expect(asked).toEqual(['/v2/email/resources/tenants/list', '/v2/email/resources/tenants/list']);
});

const pages = [
  ['mailwright-prod-20261123', 'mailwright-prod-TableCD117FA1'],
  ['mailwright-prod-Restored', 'mailwright-prod2-TableCD117FA1', 'orders'],
];

/** A fake AWS for listing leftovers. It has two pages of tables, and nothing from this stage in SES. */
const answer = (call: string, url: string, asked: number): AwsAnswer => {
  if (!call.endsWith('.ListTables'))
    return { status: 200, body: url.includes('tenants') ? { Tenants: [] } : {} };
  const TableNames = pages[asked] ?? [];
  return {
    status: 200,
    body: { TableNames, ...(asked === 0 && { LastEvaluatedTableName: TableNames.at(-1) }) },
  };
};

test("tables replaced by a restore are listed, and other stages' tables aren't [P47]", async () => {
  let asked = 0;
  const close = await fakeAws(['', '_DYNAMODB', '_SESV2'], ({ headers, url = '' }) => {
    const call = String(headers['x-amz-target'] ?? '');
    return answer(call, url, call.endsWith('.ListTables') ? asked++ : 0);
  });
  const staying = await findStaying('us-east-1', {
    stage: 'prod',
    table: 'mailwright-prod-20261123',
  }).finally(close);
  expect(staying).toEqual({
    identities: [],
    tenants: [],
    tables: ['mailwright-prod-TableCD117FA1', 'mailwright-prod-Restored'],
  });
});
