import { only, production, propertiesOf, refOf, resourcesOf, synthesize } from './templates.ts';

const ses = { ...production, inbound: 'ses' };
const core = synthesize(ses);
const rule = 'receipt-rule-set/mailwright-prod:receipt-rule/receive';

const variablesOf = (template: typeof core) =>
  propertiesOf(template, 'AWS::Lambda::Function').map(({ Environment }) => Environment.Variables.INBOUND);

/** Statements that let SES in. */
const lets = (
  policies: { PolicyDocument?: { Statement: object[] }; KeyPolicy?: { Statement: object[] } }[],
) =>
  policies
    .flatMap(({ PolicyDocument, KeyPolicy }) => (PolicyDocument ?? KeyPolicy)?.Statement ?? [])
    .filter((one) => JSON.stringify(one).includes('"ses.amazonaws.com"'));

describe('inbound=ses [R58]', () => {
  test('one rule of the rule set of the stage writes under ses/ and publishes to a topic of the receive queue', () => {
    expect(only(core, 'AWS::SES::ReceiptRuleSet').Properties).toEqual({ RuleSetName: 'mailwright-prod' });
    const { Rule } = only(core, 'AWS::SES::ReceiptRule').Properties;
    expect(Rule).toMatchObject({ Name: 'receive', Enabled: true, ScanEnabled: true });
    expect(Rule.Recipients).toBeUndefined();
    expect(Rule.Actions).toHaveLength(1);
    const { S3Action } = Rule.Actions[0];
    expect([S3Action.ObjectKeyPrefix, refOf(S3Action.BucketName)]).toEqual([
      'ses/',
      Object.keys(resourcesOf(core, 'AWS::S3::Bucket'))[0],
    ]);
    const subscription = propertiesOf(core, 'AWS::SNS::Subscription').find(
      ({ TopicArn }) => refOf(TopicArn) === refOf(S3Action.TopicArn),
    );
    expect(subscription).toMatchObject({ Protocol: 'sqs', RawMessageDelivery: true });
    expect(refOf(subscription?.Endpoint)).toMatch(/^receivequeue/);
    expect(JSON.stringify(subscription?.RedrivePolicy)).toMatch(/receivedeadletters/);
  });

  test('SES may write, use the key and publish only for that rule of this account', () => {
    for (const [type, action] of [
      ['AWS::S3::BucketPolicy', 's3:PutObject'],
      ['AWS::KMS::Key', expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey'])],
    ] as const) {
      const [only_, ...others] = lets(propertiesOf(core, type));
      expect(others).toEqual([]);
      expect(only_).toMatchObject({ Action: action, Effect: 'Allow' });
      const text = JSON.stringify(only_);
      expect(text).toContain(rule);
      expect(text).toContain('"AWS:SourceAccount":{"Ref":"AWS::AccountId"}');
      if (type === 'AWS::S3::BucketPolicy') expect(text).toContain('/ses/*');
    }
    const published = lets(propertiesOf(core, 'AWS::SNS::TopicPolicy')).map((one) => JSON.stringify(one));
    expect(published.filter((text) => text.includes(rule))).toHaveLength(1);
  });

  test('the rule is made after what it needs, and every function knows the door', () => {
    const { DependsOn = [] } = only(core, 'AWS::SES::ReceiptRule');
    expect([DependsOn].flat().some((id) => id.startsWith('BodiesPolicy'))).toBe(true);
    expect([DependsOn].flat().some((id) => id.startsWith('ReceivedTopicPolicy'))).toBe(true);
    expect(new Set(variablesOf(core))).toEqual(new Set(['ses']));
    expect(core.Outputs?.ReceiptRuleSet?.Value).toBe('mailwright-prod');
  });

  test('what SES wrote ends a day behind the notification of it', () => {
    const { Rules } = only(core, 'AWS::S3::Bucket').Properties.LifecycleConfiguration;
    expect(Rules).toContainEqual(
      expect.objectContaining({ Prefix: 'ses/', ExpirationInDays: 15, Status: 'Enabled' }),
    );
  });

  test('the SMTP stack opens no port 25 and has no inbound name; the relay stays', () => {
    const smtp = synthesize(ses, 'Smtp');
    const ports = propertiesOf(smtp, 'AWS::ElasticLoadBalancingV2::Listener').map(({ Port }) => Port);
    expect(ports.sort()).toEqual([2525, 465, 587]);
    const names = propertiesOf(smtp, 'AWS::Route53::RecordSet').map(({ Name }) => Name);
    expect(names).toEqual(['smtp.mail.example.com.']);
  });
});

test('by default the receiver is the door where there is an SMTP task, and nothing is without [R58]', () => {
  const { smtp: _, ...without } = production;
  expect(new Set(variablesOf(synthesize(production)))).toEqual(new Set(['smtp']));
  expect(new Set(variablesOf(synthesize(without)))).toEqual(new Set(['off']));
  expect(resourcesOf(synthesize(production), 'AWS::SES::ReceiptRule')).toEqual({});
});
