import { lambda, only, refOf, resourcesOf, statementsOf, synthesize } from './templates.ts';

const core = synthesize();
const queues = Object.keys(resourcesOf(core, 'AWS::SQS::Queue'));
const sweep = lambda(core, 'sweep');

/** Ids of the queues for which a statement allows the action. */
function queuesOf(action: string): string[] {
  return statementsOf(core, 'sweep')
    .filter(({ Action }) => Action.includes(action))
    .flatMap(({ Resource }) =>
      Resource.map((resource) => (resource as { 'Fn::GetAtt': string[] })['Fn::GetAtt'][0]),
    )
    .filter((id) => id !== undefined)
    .sort();
}

test('the sweep runs every minute, one at a time, and a run that fails is not repeated [P10]', () => {
  expect(sweep.Properties.ReservedConcurrentExecutions).toBe(1);
  const invocation = only(core, 'AWS::Lambda::EventInvokeConfig').Properties;
  expect(refOf(invocation.Qualifier)).toMatch(/^sweeplive/);
  expect(invocation).toMatchObject({
    FunctionName: { Ref: sweep.id },
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
  });
  const rule = only(core, 'AWS::Events::Rule').Properties;
  expect(rule).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
  expect(rule.Targets).toMatchObject([
    { RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } },
  ]);
});

test('it may empty every dead-letter queue, and put messages back into every queue [P10]', () => {
  const [deadLetters, working] = [true, false].map((dead) =>
    queues.filter((id) => id.includes('deadletters') === dead).sort(),
  );
  expect(queuesOf('sqs:ReceiveMessage')).toEqual(deadLetters);
  expect(queuesOf('sqs:DeleteMessage')).toEqual(deadLetters);
  // Into that of received mail: what SES took and no worker took in (R58).
  expect(queuesOf('sqs:SendMessage')).toEqual(working);
  const variables = Object.values(sweep.Properties.Environment.Variables).map((value) =>
    typeof value === 'object' ? (value as { Ref?: string }).Ref : value,
  );
  expect(variables).toEqual(expect.arrayContaining(queues));
});
