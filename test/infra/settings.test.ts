import { propertiesOf, synthesize } from './templates.ts';

const variablesOf = (context: Record<string, string>) => {
  const all = propertiesOf(synthesize(context), 'AWS::Lambda::Function');
  return all.map(({ Environment }) => Environment.Variables as Record<string, unknown>);
};

test('E65: a deployment sets when endpoints are switched off and how many soft bounces suppress', () => {
  const set = { softBounceThreshold: '3', webhookDisableAfterSeconds: '3600', webhookDisableAttempts: '5' };
  const own = variablesOf(set);
  expect(own.length).toBeGreaterThan(10);
  for (const variables of own)
    expect(variables).toMatchObject({
      SOFT_BOUNCE_THRESHOLD: '3',
      WEBHOOK_DISABLE_AFTER_S: '3600',
      WEBHOOK_DISABLE_MIN: '5',
    });
});

test('A65: accounts have a ramp of their own where the deployment says so', () => {
  for (const [context, expected] of [
    [{}, 'false'],
    [{ accountRamp: 'true' }, 'true'],
  ] as const)
    for (const { ACCOUNT_RAMP } of variablesOf(context)) expect(ACCOUNT_RAMP).toBe(expected);
});

test.each(['softBounceThreshold', 'webhookDisableAfterSeconds', 'webhookDisableAttempts'])(
  'E65: %s is at least 1',
  (name) => {
    expect(() => synthesize({ [name]: '0' })).toThrow(`context ${name}: `);
  },
);
