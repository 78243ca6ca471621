import { readFileSync } from 'node:fs';
import { type Asked, cdkProgram, type FakeAccount, fakeAccount } from '../support/fake-account.ts';

const name = 'mailwright-half-again';
const arn = `arn:aws:dynamodb:us-east-1:111122223333:table/${name}`;

type Table = { TableStatus: string; StreamSpecification?: object; LatestStreamArn?: string };

let account: FakeAccount;
let table: Table;

/** DynamoDB with one table, which becomes active once it was looked at, and gets a stream by an update. */
function answer({ action, body }: Asked): [number, string] | undefined {
  if (action === 'DescribeTable') {
    if (JSON.parse(body).TableName !== name) return [400, '{"__type":"ResourceNotFoundException"}'];
    const seen = JSON.stringify({ Table: { TableName: name, ...table } });
    if (account.calls.filter((each) => each === action).length > 1) table.TableStatus = 'ACTIVE';
    return [200, seen];
  }
  if (action === 'UpdateTable' && body.includes('StreamSpecification'))
    table = { ...table, StreamSpecification: { StreamEnabled: true }, LatestStreamArn: `${arn}/stream/1` };
  return /^(Update|DescribeTimeToLive)/.test(action) ? [200, '{}'] : undefined;
}

beforeEach(async () => {
  table = { TableStatus: 'CREATING' };
  account = await fakeAccount(answer);
  account.install('node_modules/.bin/cdk', `echo "$@" >> asked; ${cdkProgram('Core')}`);
  account.kept['/mailwright/half/context'] = JSON.stringify({ ...place, alarmEmail: 'ops@example.com' });
});
afterEach(() => account.close());

const place = { stage: 'half', serviceDomain: 'mail.example.com', hostedZoneId: 'ZHALF' };

const deploy = (args: string[], input = '') =>
  account.start('infra/deploy/main.ts', ['-c', 'stage=half', ...args], input).ended;

const changes = () => account.calls.filter((action) => action.startsWith('Update'));

test('a table of another name is refused before anything is asked of it [P47]', async () => {
  const { code, text } = await deploy(['-c', 'table=customers', '--yes']);
  expect([code, text]).toEqual([1, 'context table must start with mailwright-half-\n']);
  expect(account.calls.filter((action) => /Table|TimeToLive|Backups/.test(action))).toEqual([]);
});

test('a deploy that is declined leaves the table as it is [P46, P47]', async () => {
  const { code, text } = await deploy(['-c', `table=${name}`, '-c', 'alarmEmail='], 'no\n');
  expect([code, text]).toEqual([1, expect.stringContaining('Nothing was deployed')]);
  expect(changes()).toEqual([]);
});

test('a table that has no stream yet is no missing one, and --check changes nothing [P47]', async () => {
  const { code, text } = await deploy(['-c', `table=${name}`, '--check']);
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`✓ table ${name} replaces the stack's own table`),
  ]);
  expect(changes()).toEqual([]);
  expect((await deploy(['-c', 'table=mailwright-half-none', '--check'])).text).toContain(
    "✗ table mailwright-half-none doesn't exist",
  );
});

test('a deploy waits for a table that is restored, says so, and passes its stream on [P47]', async () => {
  const { text } = await deploy(['-c', `table=${name}`, '--yes']);
  expect(text).toContain(`Waiting up to an hour for table ${name} to be restored.`);
  expect(changes()).toEqual(['UpdateTable', 'UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups']);
  expect(readFileSync(`${account.folder}/asked`, 'utf8')).toContain(`-c tableStream=${arn}/stream/1`);
});
