import { configOf, only, production, propertiesOf, synthesize } from './templates.ts';

const zone = `${production.serviceDomain}.`;

/** A name as Route 53 gets it: what CloudFormation fills in is replaced by a value of its shape. */
function textOf(name: unknown): string {
  if (typeof name === 'string') return name;
  const parts = name as { 'Fn::Join'?: [string, unknown[]]; 'Fn::GetAtt'?: [string, string] };
  if (parts['Fn::Join']) return parts['Fn::Join'][1].map(textOf).join(parts['Fn::Join'][0]);
  const attribute = parts['Fn::GetAtt']?.[1];
  // SES answers with whole names: `<token>._domainkey.<identity>`, without a final dot.
  if (attribute?.startsWith('DkimDNSTokenName'))
    return `token._domainkey.sandbox.${production.serviceDomain}`;
  throw new Error(`a name made of ${JSON.stringify(name)}`);
}

describe.each(['Core', 'Smtp'])('record names of the stack %s [P1]', (stack) => {
  const template = synthesize(production, stack);
  const names = propertiesOf(template, 'AWS::Route53::RecordSet').map(({ Name }) => textOf(Name));

  test('end in exactly one dot and in their zone, once', () => {
    for (const name of names) {
      expect(name).toMatch(/[^.]\.$/);
      expect(name).not.toContain('..');
      expect(name.split(zone)).toEqual([expect.stringMatching(/^([a-z0-9_-]+\.)*$/), '']);
    }
  });

  test('no string of the template has two dots in a row', () => {
    const strings = JSON.stringify(template).match(/"[^"]*"/g) ?? [];
    expect(strings.filter((text) => text.includes('..'))).toEqual([]);
  });
});

test('the DKIM records of the sandbox identity are there', () => {
  const names = propertiesOf(synthesize(production), 'AWS::Route53::RecordSet').map(({ Name }) =>
    textOf(Name),
  );
  expect(names.filter((name) => name === `token._domainkey.sandbox.${zone}`)).toHaveLength(3);
});

test('a sandbox domain outside the service domain is refused: its records would not fit the zone', () => {
  expect(() => configOf({ ...production, sandboxDomain: 'sandbox.example.net' })).toThrow(
    'context sandboxDomain must be mail.example.com or a subdomain of it',
  );
  expect(() => configOf({ ...production, sandboxDomain: 'Sandbox.mail.example.com' })).toThrow(
    'sandboxDomain',
  );
});

describe('service domain', () => {
  const records = propertiesOf(synthesize(production), 'AWS::Route53::RecordSet');

  test('publishes exactly one MX and one TXT as return path (A1), and the SPF host (A15)', () => {
    const found = records.map(({ Name, Type, ResourceRecords }) => [Name, Type, ResourceRecords]);
    const spf = ['"v=spf1 include:amazonses.com -all"'];
    const mx = [{ 'Fn::Join': ['', ['10 feedback-smtp.', { Ref: 'AWS::Region' }, '.amazonses.com']] }];
    expect(found.filter(([name]) => name === 'rp.mail.example.com.')).toEqual([
      ['rp.mail.example.com.', 'MX', mx],
      ['rp.mail.example.com.', 'TXT', spf],
    ]);
    expect(found).toContainEqual(['spf.mail.example.com.', 'TXT', spf]);
  });

  test('needs its hosted zone', () => {
    expect(() => configOf({ serviceDomain: 'mail.example.com' })).toThrow('hostedZoneId');
  });
});

test('mail of the sandbox identity is aligned: a return path with MX and SPF, and DMARC [P33]', () => {
  const template = synthesize(production);
  expect(only(template, 'AWS::SES::EmailIdentity').Properties).toMatchObject({
    EmailIdentity: 'sandbox.mail.example.com',
    MailFromAttributes: {
      MailFromDomain: 'bounce.sandbox.mail.example.com',
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    },
  });
  const found = propertiesOf(template, 'AWS::Route53::RecordSet')
    .filter(({ Name }) => /^(bounce|_dmarc)\./.test(textOf(Name)))
    .map(({ Name, Type, ResourceRecords }) => [textOf(Name), Type, JSON.stringify(ResourceRecords)]);
  expect(found).toEqual([
    [`bounce.sandbox.${zone}`, 'MX', expect.stringMatching(/10 feedback-smtp\./)],
    [`bounce.sandbox.${zone}`, 'TXT', JSON.stringify(['"v=spf1 include:amazonses.com -all"'])],
    [`_dmarc.sandbox.${zone}`, 'TXT', JSON.stringify(['"v=DMARC1; p=reject;"'])],
  ]);
});

describe('the host of tracked links', () => {
  const trackingHost = 'links.mail.example.com';
  const template = synthesize({ ...production, trackingHost });

  test('serves the API with a certificate of its own, and functions and SMTP task know it', () => {
    const domains = propertiesOf(template, 'AWS::ApiGatewayV2::DomainName').map(
      ({ DomainName }) => DomainName,
    );
    expect(domains.sort()).toEqual(['api.mail.example.com', trackingHost]);
    const names = propertiesOf(template, 'AWS::CertificateManager::Certificate').map((one) => one.DomainName);
    expect(names.sort()).toEqual(domains);
    expect(propertiesOf(template, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(2);
    const records = propertiesOf(template, 'AWS::Route53::RecordSet').filter(({ Type }) => Type === 'CNAME');
    expect(records.map(({ Name }) => textOf(Name))).toContain(`${trackingHost}.`);
    for (const { Environment } of propertiesOf(template, 'AWS::Lambda::Function'))
      expect(Environment.Variables.TRACKING_HOST).toBe(trackingHost);
  });

  test.each([
    [{ trackingHost: 'links.example.net' }, 'a subdomain of serviceDomain, such as links.mail.example.com'],
    [{ trackingHost: 'mail.example.com' }, 'a subdomain of serviceDomain'],
    [{ trackingHost: 'api.mail.example.com' }, "is the API's host"],
    [{ trackingHost: 'Links.mail.example.com' }, 'a lowercase domain name'],
    [{ serviceDomain: '', hostedZoneId: '', smtp: 'false', trackingHost }, 'a subdomain of serviceDomain'],
  ])('is refused in %j', (context, message) => {
    expect(() => configOf({ ...production, ...context })).toThrow(message);
  });
});
