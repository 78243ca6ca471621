import { configOf, production, resourcesOf, synthesize } from './templates.ts';

// CloudFormation finds out in the midst of a deploy, and takes back all that it made.
test.each(['ops', 'ops@example', 'undefined', 'Ops <ops@example.com>', 'a@example.com,b@example.com'])(
  '%s is no address of alarms [P11]',
  (alarmEmail) => {
    expect(() => configOf({ alarmEmail })).toThrow('context alarmEmail: must be an email address');
  },
);

test('an address is one [P11]', () => {
  expect(configOf({ alarmEmail: 'ops+alarms@example.com' }).alarmEmail).toBe('ops+alarms@example.com');
});

test('the id of a hosted zone may be given as the AWS CLI prints it', () => {
  const zones = (hostedZoneId: string) => {
    const template = synthesize({ ...production, hostedZoneId });
    return [
      ...Object.values(resourcesOf(template, 'AWS::Route53::RecordSet')).map(
        ({ Properties }) => Properties.HostedZoneId,
      ),
      ...Object.values(resourcesOf(template, 'AWS::CertificateManager::Certificate')).flatMap(
        ({ Properties }) =>
          Properties.DomainValidationOptions.map((one: { HostedZoneId: string }) => one.HostedZoneId),
      ),
    ];
  };
  expect([...new Set(zones('/hostedzone/Z0123456789ABC'))]).toEqual(['Z0123456789ABC']);
  expect(() => configOf({ ...production, hostedZoneId: 'mail.example.com' })).toThrow(
    'context hostedZoneId: must be a hosted zone id, such as Z0123456789ABC',
  );
});
