import { maySendToItself } from '../../infra/chains.ts';
import type { FunctionSpec } from '../../infra/function-spec.ts';
import { propertiesOf, refOf, resourcesOf, synthesize } from './templates.ts';

const core = synthesize();
const aliases = resourcesOf(core, 'AWS::Lambda::Alias');
const lambdas = resourcesOf(core, 'AWS::Lambda::Function');

type Statement = { Action: string | string[]; Resource: unknown };

/** Logical ids of the queues to which the role of a function may send. */
function sendsTo(role: string): string[] {
  const policies = propertiesOf(core, 'AWS::IAM::Policy').filter(({ Roles }) =>
    Roles.some((one: { Ref: string }) => one.Ref === role),
  );
  return policies
    .flatMap(({ PolicyDocument }): Statement[] => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
    .flatMap(({ Resource }) => [Resource].flat())
    .map((resource) => refOf(resource as Parameters<typeof refOf>[0]));
}

/** Logical ids of the functions that a queue feeds. */
const fedBy = (queue: string): string[] =>
  propertiesOf(core, 'AWS::Lambda::EventSourceMapping')
    .filter(({ EventSourceArn }) => refOf(EventSourceArn) === queue)
    .map(({ FunctionName }) => refOf(aliases[refOf(FunctionName)]?.Properties.FunctionName));

function reachedFrom(id: string, reached = new Set<string>()): Set<string> {
  for (const next of sendsTo(refOf(lambdas[id]?.Properties.Role)).flatMap(fedBy)) {
    if (reached.has(next)) continue;
    reached.add(next);
    reachedFrom(next, reached);
  }
  return reached;
}

test('P42: the functions whose rights let their messages come back to them allow recursive loops, and no other', () => {
  const allowing = Object.keys(lambdas).filter((id) => lambdas[id]?.Properties.RecursiveLoop === 'Allow');
  const returning = Object.keys(lambdas).filter((id) => reachedFrom(id).has(id));
  expect(allowing.sort()).toEqual(returning.sort());
  expect(allowing.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
    'advancerun',
    'attemptwebhook',
    'deliver',
    'domaintasks',
    'receive',
    'tenantremovals',
  ]);
});

test('P42: a chain may come back through other functions', () => {
  const spec = (queue: string, grants: string[]) =>
    ({ queues: [{ name: queue, batchSize: 1, maxConcurrency: 2 }], grants }) as unknown as FunctionSpec;
  const all = {
    first: spec('deliver', ['webhook:send']),
    second: spec('attempt-webhook', ['runs:send']),
    third: spec('advance-run', ['deliver:send']),
    outside: spec('feedback', ['webhook:send']),
  };
  expect(Object.keys(all).filter((name) => maySendToItself(name, all))).toEqual(['first', 'second', 'third']);
});
