import { configOf, only, propertiesOf, refOf, resourcesOf, synthesize, type Template } from './templates.ts';

/** With an event source for each queue: the sweep drains two of them otherwise (docs/internals/decisions/0034). */
const core = synthesize({ tenantRemovalsConcurrency: '2', receiveConcurrency: '20' });
const queues = resourcesOf(core, 'AWS::SQS::Queue');
const lambdas = resourcesOf(core, 'AWS::Lambda::Function');
const aliases = resourcesOf(core, 'AWS::Lambda::Alias');
const sources = propertiesOf(core, 'AWS::Lambda::EventSourceMapping').filter(
  ({ StartingPosition }) => StartingPosition === undefined,
);

test('each queue keeps 4 days, that of received mail 14, and has a dead-letter queue that keeps 14, which has none itself [P10]', () => {
  const working = Object.values(queues).filter(({ Properties }) => Properties.RedrivePolicy);
  expect([Object.keys(queues).length, working.length]).toEqual([19, 9]);
  for (const [id, { Properties }] of Object.entries(queues).filter(
    ([, one]) => one.Properties.RedrivePolicy,
  )) {
    const days = id.startsWith('receive') ? 14 : 4;
    expect(Properties.MessageRetentionPeriod).toBe(days * 24 * 3600);
    const target = Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];
    expect(queues[target]?.Properties).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 3600 });
    expect(queues[target]?.Properties.RedrivePolicy).toBeUndefined();
  }
});

test('a message is hidden for six times the timeout of its function, which answers for each message', () => {
  expect(sources).toHaveLength(9);
  for (const source of sources) {
    const queue = queues[source.EventSourceArn['Fn::GetAtt'][0]];
    const alias = aliases[refOf(source.FunctionName)];
    const fn = lambdas[alias?.Properties.FunctionName.Ref];
    expect(queue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * fn?.Properties.Timeout);
    expect(source.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    expect(source.BatchSize).toBeLessThanOrEqual(10);
  }
});

test('reports of SES are gathered for a second, or as long as the context says; no other queue waits', () => {
  const windows = (context: Record<string, string>) =>
    propertiesOf(synthesize(context), 'AWS::Lambda::EventSourceMapping').flatMap((source) => {
      const seconds = source.MaximumBatchingWindowInSeconds;
      return seconds === undefined || source.StartingPosition
        ? []
        : [[refOf(source.EventSourceArn), seconds]];
    });
  expect(windows({})).toEqual([[expect.stringMatching(/^feedbackqueue/), 1]]);
  expect(windows({ feedbackWindow: '0' })).toEqual([]);
});

// A `Send` that is read after 180 s comes behind the second attempt of an email whose first worker died.
test('a window in which an ambiguous send would be tried again is refused', () => {
  expect(configOf({ feedbackWindow: '30' }).feedbackWindow).toBe(30);
  for (const feedbackWindow of ['31', '300'])
    expect(() => configOf({ feedbackWindow })).toThrow('context feedbackWindow: whole seconds, 0 to 30');
});

test('queues, bucket and topic refuse plain HTTP', () => {
  expect(plainHttpIsDenied(core, 'AWS::SQS::QueuePolicy')).toEqual(Array(19).fill(true));
  expect(plainHttpIsDenied(core, 'AWS::S3::BucketPolicy')).toEqual([true]);
  expect(plainHttpIsDenied(core, 'AWS::SNS::TopicPolicy')).toEqual([true, true]);
});

test('the feedback queue admits only the feedback topic (E34)', () => {
  const topic = Object.keys(resourcesOf(core, 'AWS::SNS::Topic')).find((id) =>
    id.startsWith('FeedbackTopic'),
  );
  const senders = propertiesOf(core, 'AWS::SQS::QueuePolicy')
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect, Action }) => Effect === 'Allow' && JSON.stringify(Action).includes('SendMessage'));
  expect(senders.map(({ Resource }) => Resource['Fn::GetAtt'][0].replace(/[0-9A-F]{8}$/, ''))).toEqual([
    'feedbackdeadletters',
    'feedbackqueue',
  ]);
  for (const sender of senders) {
    expect(sender).toMatchObject({
      Principal: { Service: 'sns.amazonaws.com' },
      Condition: { ArnEquals: { 'aws:SourceArn': { Ref: topic } } },
    });
  }
});

test('what SNS cannot deliver to the feedback queue goes to its dead-letter queue, as it is [P10]', () => {
  expect(only(core, 'AWS::SNS::Subscription').Properties).toMatchObject({
    Protocol: 'sqs',
    RawMessageDelivery: true,
    RedrivePolicy: {
      deadLetterTargetArn: { 'Fn::GetAtt': [expect.stringMatching(/^feedbackdeadletters/), 'Arn'] },
    },
  });
});

function plainHttpIsDenied(template: Template, type: string): boolean[] {
  return propertiesOf(template, type).map(({ PolicyDocument }) =>
    PolicyDocument.Statement.some(
      ({ Effect, Condition }: { Effect: string; Condition?: object }) =>
        Effect === 'Deny' && JSON.stringify(Condition) === '{"Bool":{"aws:SecureTransport":"false"}}',
    ),
  );
}
