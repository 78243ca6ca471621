import { findStaying } from '../../infra/destroy/staying.ts';
import { type AwsAnswer, fakeAws } from '../support/fake-aws.ts';

const pages = [
  ['mailwright-prod-20261123', 'mailwright-prod-TableCD117FA1'],
  ['mailwright-prod-Restored', 'mailwright-prod2-TableCD117FA1', 'orders'],
];

/** AWS as far as a destroy lists what stays: two pages of tables, and nothing of the stage in SES. */
const answer = (call: string, url: string, asked: number): AwsAnswer => {
  if (!call.endsWith('.ListTables'))
    return { status: 200, body: url.includes('tenants') ? { Tenants: [] } : {} };
  const TableNames = pages[asked] ?? [];
  return {
    status: 200,
    body: { TableNames, ...(asked === 0 && { LastEvaluatedTableName: TableNames.at(-1) }) },
  };
};

test('tables that a restored one took the place of are listed, those of other stages are not [P47]', async () => {
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
