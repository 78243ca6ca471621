import { gatherFacts } from '../../infra/deploy/facts.ts';
import type { Facts } from '../../infra/deploy/finding.ts';
import { judgeGround } from '../../infra/deploy/ground.ts';
import { needsOf } from '../../infra/peak.ts';
import { type AwsAnswer, fakeAws } from '../support/fake-aws.ts';

const units = (ReadUnitsPerSecond: number, WriteUnitsPerSecond: number) => ({
  ReadUnitsPerSecond,
  WriteUnitsPerSecond,
});

const here = {
  account: '123456789012',
  region: 'eu-central-1',
  stacks: {
    Core: { status: 'UPDATE_COMPLETE', outputs: { TableName: 'mailwright-prod-Table' } },
    Smtp: null,
  },
};

/** The findings of a deploy with this peak, where the table and its indexes are as warm as this. */
async function findings(Table: object, { peak, last }: { peak: number; last: number }): Promise<string[]> {
  const denied = { status: 403, type: 'AccessDeniedException' };
  // Route 53 alone speaks XML.
  const xml = '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>';
  const close = await fakeAws(['', '_DYNAMODB'], ({ headers, url = '' }): AwsAnswer => {
    const isTable = String(headers['x-amz-target']).endsWith('.DescribeTable');
    if (isTable) return { status: 200, body: { Table } };
    return { ...denied, body: url.startsWith('/2013-04-01/') ? xml : {} };
  });
  const wanted = {
    serviceDomain: 'mail.example.com',
    hostedZoneId: 'Z1',
    smtp: false,
    peakSendsPerSecond: peak,
  };
  const facts: Facts = await gatherFacts(wanted, here).finally(close);
  return judgeGround(facts, { ...wanted, alarmEmail: undefined, lastPeak: last })
    .filter(({ level }) => level === 'stop')
    .map(({ text, fix }) => `${text}. ${fix}`);
}

const index = { WarmThroughput: units(12_000, 4_000) };
const fresh = { WarmThroughput: units(12_000, 4_000), GlobalSecondaryIndexes: [index, index] };
const warmed = {
  WarmThroughput: units(18_000, 57_000),
  GlobalSecondaryIndexes: [index, { WarmThroughput: units(12_000, 6_000) }],
};

test('a lower peak than the table is warm for is stopped: DynamoDB would refuse it in the midst of the deploy [P27]', async () => {
  expect(await findings(warmed, { peak: 1000, last: 3000 })).toEqual([
    "the table's warm throughput is set for more than 1000 sends per second, and DynamoDB can't lower it. Use -c peakSendsPerSecond=3000 or more. With capacity=on-demand, you can also clear the value (-c peakSendsPerSecond=).",
  ]);
  expect(await findings(warmed, { peak: 2999, last: 0 })).toHaveLength(1);
});

test('a higher peak, none, and the one of the last deploy are no reason to stop [P27]', async () => {
  for (const [peak, last] of [
    [3000, 1000],
    [0, 3000],
    [1000, 1000],
  ] as const)
    expect(await findings(warmed, { peak, last })).toEqual([]);
  expect(await findings(fresh, { peak: 1, last: 200 })).toEqual([]);
  expect(await findings({}, { peak: 1, last: 200 })).toEqual([]);
});

test('an index alone that has grown counts, too [P27]', async () => {
  const grown = { ...fresh, GlobalSecondaryIndexes: [{ WarmThroughput: units(20_000, 4_000) }, index] };
  expect(await findings(grown, { peak: 1000, last: 0 })).toEqual([
    expect.stringContaining('-c peakSendsPerSecond=20000 or more'),
  ]);
  expect(needsOf(20_000).index.readUnitsPerSecond).toBe(20_000);
});
