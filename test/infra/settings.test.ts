import { configOf, production, propertiesOf, synthesize } from './templates.ts';

const variablesOf = (context: Record<string, string>) => {
  const all = propertiesOf(synthesize(context), 'AWS::Lambda::Function');
  return all.map(({ Environment }) => Environment.Variables as Record<string, unknown>);
};

/** A deployment that sets them all: one synthesis is enough, since each sets variables of its own. */
const chosen = {
  softBounceThreshold: '3',
  webhookDisableAfterSeconds: '3600',
  webhookDisableAttempts: '5',
  importSendgridEuUrl: 'http://127.0.0.1:4000/eu',
  importSliceSeconds: '5',
  sms: 'sns',
  smsSenderId: 'Acme',
  smsDailyLimit: '20',
  accountRamp: 'true',
};

test('a value that is wrong ends the synthesis', () => {
  expect(() => synthesize({ softBounceThreshold: '0' })).toThrow('context softBounceThreshold: ');
});

test.each([
  ['bodydays', 'bodyDays'],
  ['body-days', 'bodyDays'],
  ['webhookLogsDays', 'webhookLogDays'],
  ['atemptWebhookConcurrency', 'attemptWebhookConcurrency'],
  ['smtpTask', 'smtpTasks'],
])('a name that no table has ends the synthesis: %s, nearest %s', (name, nearest) => {
  expect(() => synthesize({ [name]: '3' })).toThrow(
    `context ${name}: unknown value. Did you mean ${nearest} (`,
  );
});

test("CDK's own names are not ours to refuse", () => {
  const ofCdk = { 'hosted-zone:account=1:domainName=a:region=b': '{}', '@aws-cdk/core:x': 'true' };
  expect(() => synthesize({ ...ofCdk, 'acknowledged-issue-numbers': '[1]' })).not.toThrow();
});

test('a deployment sets when endpoints are switched off and how many soft bounces suppress [E65]', () => {
  const own = variablesOf(chosen);
  expect(own.length).toBeGreaterThan(10);
  for (const variables of own)
    expect(variables).toMatchObject({
      SOFT_BOUNCE_THRESHOLD: '3',
      WEBHOOK_DISABLE_AFTER_S: '3600',
      WEBHOOK_DISABLE_MIN: '5',
    });
});

test('accounts have a ramp of their own where the deployment says so [A65]', () => {
  for (const [context, expected] of [
    [{}, undefined],
    [chosen, 'true'],
  ] as const)
    for (const { ACCOUNT_RAMP } of variablesOf(context)) expect(ACCOUNT_RAMP).toBe(expected);
});

test.each(['softBounceThreshold', 'webhookDisableAfterSeconds', 'webhookDisableAttempts'])(
  '%s is at least 1 [E65]',
  (name) => {
    expect(() => configOf({ [name]: '0' })).toThrow(`context ${name}: `);
  },
);

test('a deployment says where providers are and how long a request of an import works [M7, M16]', () => {
  for (const variables of variablesOf(chosen))
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
])('%s=%s does not start [M7, M11, M16]', (name, value) => {
  expect(() => configOf({ [name]: value })).toThrow(`context ${name}: `);
});

test('a deployment says who takes text messages, as whom they come, and how many a day [U62]', () => {
  for (const { SMS_PROVIDER } of variablesOf({})) expect(SMS_PROVIDER).toBeUndefined();
  for (const variables of variablesOf(chosen))
    expect(variables).toMatchObject({ SMS_PROVIDER: 'sns', SMS_SENDER_ID: 'Acme', SMS_DAILY_LIMIT: '20' });
});

test('only the worker of runs may send texts, to no topic, and none where there is no provider [U62]', () => {
  const publishing = (context: Record<string, string>) =>
    propertiesOf(synthesize(context), 'AWS::IAM::Policy').flatMap(({ PolicyDocument, Roles }) =>
      PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) => Action === 'sns:Publish').map(
        (statement: object) => ({ role: JSON.stringify(Roles), statement }),
      ),
    );
  const topics = { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':sns:*:*:*']] };
  expect(publishing(chosen)).toEqual([
    {
      role: expect.stringMatching(/advancerun/),
      statement: { Action: 'sns:Publish', Effect: 'Allow', NotResource: topics },
    },
  ]);
  expect(publishing({})).toEqual([]);
});

const provider = {
  oidcIssuer: 'https://id.example.com',
  oidcClientId: 'mailwright',
  oidcSecretArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:oidc-AbCdEf',
};

test('a provider is a way to sign in besides the link, or the only one; only dashboard reads its secret [D9]', () => {
  expect(configOf({})).toMatchObject({ signIn: 'link', oidcIssuer: undefined });
  expect(configOf(provider).signIn).toBe('link,oidc');
  expect(configOf({ ...provider, signIn: 'oidc' }).signIn).toBe('oidc');
  for (const { SIGN_IN, OIDC_ISSUER } of variablesOf({}))
    expect([SIGN_IN, OIDC_ISSUER]).toEqual(['link', undefined]);
  const template = synthesize(production);
  const variables = propertiesOf(template, 'AWS::Lambda::Function').map(
    ({ Environment }) => Environment.Variables,
  );
  for (const each of variables)
    expect(each).toMatchObject({
      SIGN_IN: 'link,oidc',
      OIDC_ISSUER: provider.oidcIssuer,
      OIDC_CLIENT_ID: provider.oidcClientId,
      OIDC_CLIENT_SECRET_ARN: provider.oidcSecretArn,
    });
  const reading = propertiesOf(template, 'AWS::IAM::Policy').flatMap(({ PolicyDocument, Roles }) =>
    PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) =>
      String(Action).startsWith('secretsmanager:'),
    ).map(({ Resource }: { Resource: unknown }) => [JSON.stringify(Roles), Resource]),
  );
  expect(reading).toEqual([[expect.stringMatching(/dashboard/), provider.oidcSecretArn]]);
});

test.each<[string, Record<string, string>]>([
  ['oidcIssuer', { ...provider, oidcIssuer: 'http://id.example.com' }],
  ['oidcIssuer', { ...provider, oidcIssuer: '' }],
  ['oidcClientId', { ...provider, oidcClientId: '' }],
  ['oidcSecretArn', { ...provider, oidcSecretArn: 'a secret' }],
  ['signIn=oidc', { signIn: 'oidc' }],
  ['signIn', { ...provider, signIn: 'password' }],
])('a wrong %s does not start [D9]', (name, context) => {
  expect(() => configOf(context)).toThrow(`context ${name}`);
});

test.each([
  ['sms', 'twilio'],
  ['smsSenderId', 'Too long a name'],
  ['smsSenderId', '12345'],
  ['smsDailyLimit', '-1'],
])('%s=%s does not start [U62]', (name, value) => {
  expect(() => configOf({ [name]: value })).toThrow(`context ${name}: `);
});
