import { takeTable } from '../../infra/deploy/restored-table.ts';
import { fakeAws } from '../support/fake-aws.ts';

const name = 'mailwright-prod-20261123';

/** What a table is like that was taken before, and whose expiry is in this state. */
const answersOf = (TimeToLiveStatus: string): Record<string, object> => ({
  DescribeTable: {
    Table: {
      TableName: name,
      TableStatus: 'ACTIVE',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      LatestStreamArn: `arn:aws:dynamodb:us-east-1:123456789012:table/${name}/stream/2026`,
      DeletionProtectionEnabled: true,
    },
  },
  DescribeTimeToLive: { TimeToLiveDescription: { AttributeName: 'ttl', TimeToLiveStatus } },
  UpdateTimeToLive: {},
  UpdateContinuousBackups: {},
});

/** DynamoDB as far as a restored table is asked for: the calls that it got. */
async function dynamoWith(answers: Record<string, object>) {
  const calls: string[] = [];
  const close = await fakeAws(['_DYNAMODB'], ({ headers }) => {
    const [, call = ''] = String(headers['x-amz-target']).split('.');
    calls.push(call);
    return { status: 200, body: answers[call] ?? {} };
  });
  return { calls, close };
}

// For up to an hour after UpdateTimeToLive the status is ENABLING, and DynamoDB refuses another call.
test.each([
  ['DISABLED', true],
  ['ENABLING', false],
  ['ENABLED', false],
])('of a table whose expiry is %s it is switched on: %s [P47]', async (status, switchedOn) => {
  const dynamo = await dynamoWith(answersOf(status));
  await takeTable('us-east-1', name, () => {});
  dynamo.close();
  expect(dynamo.calls.includes('UpdateTimeToLive')).toBe(switchedOn);
  expect(dynamo.calls.at(-1)).toBe('UpdateContinuousBackups');
});
