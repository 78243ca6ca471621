import { functions } from '../../infra/functions.ts';
import { propertiesOf, synthesize, type Template } from './templates.ts';

const core = synthesize();
const lambdas = propertiesOf(core, 'AWS::Lambda::Function');

test('all functions run on Node 24 and arm64, with a log of one month', () => {
  expect(lambdas).toHaveLength(Object.keys(functions).length);
  for (const fn of lambdas) {
    expect(fn).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
  }
  const logs = propertiesOf(core, 'AWS::Logs::LogGroup');
  expect(logs.map(({ RetentionInDays }) => RetentionInDays)).toEqual(lambdas.map(() => 30));
});

test('HTTP functions answer before API Gateway gives up', () => {
  for (const { routes, timeout } of Object.values(functions)) if (routes) expect(timeout).toBe(29);
});

test('no function gets endpoints or credentials', () => {
  for (const { Environment } of lambdas) {
    const names = Object.keys(Environment.Variables);
    expect(names.filter((name) => name.startsWith('AWS_'))).toEqual([]);
    expect(names).toContain('TABLE_NAME');
  }
});

test('webhook targets are public unless the deployment says otherwise (E13)', () => {
  const targetsOf = (template: Template) =>
    propertiesOf(template, 'AWS::Lambda::Function').map(
      ({ Environment }) => Environment.Variables.WEBHOOK_TARGETS,
    );
  expect(new Set(targetsOf(core))).toEqual(new Set(['public']));
  expect(new Set(targetsOf(synthesize({ webhookTargets: 'any' })))).toEqual(new Set(['any']));
  expect(() => synthesize({ webhookTargets: 'all' })).toThrow('webhookTargets');
});
