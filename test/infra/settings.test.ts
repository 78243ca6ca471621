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

test('M7, M16: a deployment says where providers are and how long a request of an import works', () => {
  const set = { importSendgridEuUrl: 'http://127.0.0.1:4000/eu', importSliceSeconds: '5' };
  for (const variables of variablesOf(set))
    expect(variables).toMatchObject({
      IMPORT_SENDGRID_EU_URL: 'http://127.0.0.1:4000/eu',
      IMPORT_SLICE_SECONDS: '5',
    });
});

test.each([
  ['importSendgridUsUrl', 'http://api.example.com'],
  ['importSendgridUsUrl', 'https://user@api.example.com'],
  ['importSendgridEuUrl', 'https://api.example.com?x'],
  ['importSliceSeconds', '26'],
  ['importGiveUpSeconds', '0'],
])('M7, M11, M16: %s=%s does not start', (name, value) => {
  expect(() => synthesize({ [name]: value })).toThrow(`context ${name}: `);
});
