import { lambda, only, propertiesOf, statementsOf, synthesize } from './templates.ts';

const core = synthesize();
const [source = {}, ...others] = propertiesOf(core, 'AWS::Lambda::EventSourceMapping').filter(
  ({ StartingPosition }) => StartingPosition !== undefined,
);

test('the count function reads the stream of the table, old and new images, from its beginning [A6]', () => {
  const { StreamSpecification } = only(core, 'AWS::DynamoDB::Table').Properties;
  expect(StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  expect(others).toEqual([]);
  expect(source).toMatchObject({
    EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^Table/), 'StreamArn'] },
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 1000,
    MaximumBatchingWindowInSeconds: 5,
  });
});

test('Lambda names the shard, which takes a tumbling window and one copy per shard [A6]', () => {
  expect(source).toMatchObject({ TumblingWindowInSeconds: 900, ParallelizationFactor: 1 });
});

test('a batch that fails comes again in halves until the stream forgets it, and is reported then [P10]', () => {
  expect(source).toMatchObject({
    BisectBatchOnFunctionError: true,
    DestinationConfig: {
      OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringMatching(/^countdeadletters/), 'Arn'] } },
    },
  });
  expect([source.MaximumRetryAttempts, source.MaximumRecordAgeInSeconds]).toEqual([undefined, undefined]);
});

test('only changes of emails and of runs start it', () => {
  const [filter] = source.FilterCriteria.Filters;
  expect(JSON.parse(filter.Pattern)).toEqual({ dynamodb: { NewImage: { et: { S: ['email', 'run'] } } } });
});

test('it may read the stream, write the table and queue notices, and nothing else', () => {
  const actions = statementsOf(core, 'count')
    .flatMap(({ Action }) => Action)
    .filter((action) => !action.startsWith('dynamodb:'));
  expect(actions.filter((action) => !/^(sqs|kms)/.test(action))).toEqual([]);
  expect(lambda(core, 'count').Properties.ReservedConcurrentExecutions).toBe(50);
});
