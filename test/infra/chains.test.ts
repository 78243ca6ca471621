import { maySendToItself } from '../../infra/chains.ts';
import type { FunctionSpec } from '../../infra/function-spec.ts';
import { production, propertiesOf, refOf, resourcesOf, synthesize, type Template } from './templates.ts';

type Statement = { Action: string | string[]; Resource: unknown };

/** The functions that allow recursive loops, and those whose messages may come back to them; both by logical ids. */
function loopsOf(core: Template) {
  const lambdas = resourcesOf(core, 'AWS::Lambda::Function');
  /** Logical ids of the queues on which the role of a function has this right. */
  const queuesOf = (id: string, action: string): string[] =>
    propertiesOf(core, 'AWS::IAM::Policy')
      .filter(({ Roles }) =>
        Roles.some((one: { Ref: string }) => one.Ref === refOf(lambdas[id]?.Properties.Role)),
      )
      .flatMap(({ PolicyDocument }): Statement[] => PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().includes(action))
      .flatMap(({ Resource }) => [Resource].flat())
      .map((resource) => refOf(resource as Parameters<typeof refOf>[0]));
  /** By an event source or by the sweep (P48): either way its role takes the messages. */
  const fedBy = (queue: string): string[] =>
    Object.keys(lambdas).filter((id) => queuesOf(id, 'sqs:ReceiveMessage').includes(queue));

  const reachedFrom = (id: string, reached = new Set<string>()): Set<string> => {
    for (const next of queuesOf(id, 'sqs:SendMessage').flatMap(fedBy)) {
      if (reached.has(next)) continue;
      reached.add(next);
      reachedFrom(next, reached);
    }
    return reached;
  };
  const ids = Object.keys(lambdas).sort();
  const allowing = ids.filter((id) => lambdas[id]?.Properties.RecursiveLoop === 'Allow');
  return { allowing, returning: ids.filter((id) => reachedFrom(id).has(id)) };
}

test.each(['10', '20', '1000'])(
  'with a quota of %s the functions whose rights let their messages come back allow recursive loops, and no other [P42]',
  (lambdaConcurrency) => {
    const { allowing, returning } = loopsOf(synthesize({ ...production, lambdaConcurrency }));
    expect(allowing).toEqual(returning);
    expect(allowing.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'advancerun',
      'attemptwebhook',
      'deliver',
      'domaintasks',
      'notices',
      'receive',
      'tenantremovals',
    ]);
  },
);

test('a chain may come back through other functions [P42]', () => {
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
