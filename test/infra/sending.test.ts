import { propertiesOf, synthesize } from './templates.ts';

const core = synthesize();
const sets = propertiesOf(core, 'AWS::SES::ConfigurationSet');

test('SES has two configuration sets, one of which requires TLS (A20)', () => {
  expect(sets.map(({ Name, DeliveryOptions }) => [Name, DeliveryOptions.TlsPolicy])).toEqual([
    ['dev-opportunistic', 'OPTIONAL'],
    ['dev-enforced', 'REQUIRE'],
  ]);
});

test('SES keeps no list of who bounced or complained, and tracks nothing (E35) [P41]', () => {
  for (const set of sets) {
    expect(set.SuppressionOptions.SuppressedReasons).toEqual([]);
    expect(set.TrackingOptions).toBeUndefined();
  }
});

test("SES's auto validation is off in both sets, whatever the AWS account has [P54]", () => {
  for (const set of sets)
    expect(set.SuppressionOptions.ValidationOptions).toEqual({
      ConditionThreshold: { ConditionThresholdEnabled: 'DISABLED' },
    });
});

test('it publishes every outcome to the feedback topic, which only these sets may publish to', () => {
  const destinations = propertiesOf(core, 'AWS::SES::ConfigurationSetEventDestination');
  expect(destinations).toHaveLength(2);
  for (const { EventDestination } of destinations) {
    expect(EventDestination.Enabled).toBe(true);
    expect([...EventDestination.MatchingEventTypes].sort()).toEqual(
      ['bounce', 'complaint', 'delivery', 'deliveryDelay', 'reject', 'renderingFailure', 'send'].sort(),
    );
  }
  const allowed = propertiesOf(core, 'AWS::SNS::TopicPolicy')
    .filter(({ Topics }) => Topics[0].Ref.startsWith('FeedbackTopic'))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Allow');
  expect(allowed).toHaveLength(1);
  expect(allowed[0]).toMatchObject({
    Principal: { Service: 'ses.amazonaws.com' },
    Condition: { StringEquals: { 'AWS:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
});
