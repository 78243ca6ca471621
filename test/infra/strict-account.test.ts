import { readFileSync } from 'node:fs';
import { strict } from './switches.ts';
import {
  assembly,
  configOf,
  only,
  production,
  propertiesOf,
  synthesize,
  type Template,
} from './templates.ts';

/** The tags of each resource that has any, by name; AWS knows lists and maps of them. */
function tagsOf(properties: Template['Resources'][string]['Properties'] = {}): Record<string, unknown> {
  const { Tags = [] } = properties;
  if (!Array.isArray(Tags)) return Tags;
  return Object.fromEntries(Tags.map(({ Key, Value }: { Key: string; Value: unknown }) => [Key, Value]));
}

/** Types that CloudFormation gives no tags, and those that CDK leaves to the tags of the stack. */
const untagged =
  /Policy$|::(?:Subscription|Version|Alias|Permission|EventInvokeConfig|ApiMapping|Integration|Route|RecordSet|QueryDefinition|Dashboard|ConfigurationSetEventDestination|VPCGatewayAttachment|SubnetRouteTableAssociation|Listener|ScalableTarget|SecurityGroupIngress|SecurityGroupEgress|Budget)$/;

describe.each(['Core', 'Smtp'])('the stack %s in an account with rules [P56]', (stack) => {
  const template = synthesize(strict, stack);
  const resources = Object.values(template.Resources);

  test('tags every resource with its stage and the tags of the operator', () => {
    const wanted = { 'mailwright:stage': 'prod', 'cost-center': '4711', team: 'Mail and Co' };
    const bare = resources.filter(({ Properties }) => !('mailwright:stage' in tagsOf(Properties)));
    expect([...new Set(bare.map(({ Type }) => Type))].filter((type) => !untagged.test(type))).toEqual([]);
    const tagged = resources.filter((one) => !bare.includes(one));
    expect(tagged.length).toBeGreaterThan(10);
    for (const { Properties } of tagged) expect(tagsOf(Properties)).toMatchObject(wanted);
  });

  test('gives every role the boundary', () => {
    const roles = propertiesOf(template, 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(0);
    for (const role of roles) expect(role.PermissionsBoundary).toBe(strict.permissionsBoundary);
  });

  test('is deployed through the bootstrap of its qualifier', () => {
    const manifest = readFileSync(`${assembly(strict)}/manifest.json`, 'utf8');
    expect(JSON.stringify(template.Parameters)).toContain('/cdk-bootstrap/acme/version');
    expect(manifest).toContain('cdk-acme-deploy-role');
    expect(`${manifest}${JSON.stringify(template)}`).not.toContain('hnb659fds');
  });
});

/** The name of each log group, with the id of its stack as `*`. */
const logsOf = (context: Record<string, string>) =>
  propertiesOf(synthesize(context), 'AWS::Logs::LogGroup').flatMap(({ LogGroupName }) => {
    const parts = LogGroupName?.['Fn::Join'][1] as unknown[] | undefined;
    return parts ? [parts.map((part) => (typeof part === 'string' ? part : '*')).join('')] : [];
  });

test('logs begin with the prefix of the operator; without, the access log is where the gateway has room [P56]', () => {
  const logs = logsOf(strict);
  expect(logs).toContain('/acme/mailwright-prod-deliver-*');
  expect(logs).toContain('/acme/mailwright-prod-access-*');
  expect(logs.filter((name) => !/^\/acme\/mailwright-prod-[a-z-]+-\*$/.test(name))).toEqual([]);
  expect(logs).toHaveLength(propertiesOf(synthesize(strict), 'AWS::Logs::LogGroup').length);
  expect(logsOf(production)).toEqual(['/aws/vendedlogs/mailwright-prod-access-*']);
});

test('the API is reached by IPv4 and IPv6, at its own name too', () => {
  const template = synthesize(production);
  expect(only(template, 'AWS::ApiGatewayV2::Api').Properties.IpAddressType).toBe('dualstack');
  const [domain] = only(template, 'AWS::ApiGatewayV2::DomainName').Properties.DomainNameConfigurations;
  expect(domain.IpAddressType).toBe('dualstack');
});

test.each([
  ['tags', 'team', 'context tags: must be name=value,name=value'],
  ['tags', 'aws:team=mail', 'context tags: '],
  ['tags', 'mailwright:stage=other', 'context tags: '],
  ['tags', 'team=mail;id', 'context tags: '],
  ['tags', Array.from({ length: 41 }, (_, i) => `t${i}=1`).join(), 'context tags: '],
  ['permissionsBoundary', 'boundary', 'context permissionsBoundary: must be the full ARN'],
  ['permissionsBoundary', 'arn:aws:iam::111122223333:role/x', 'context permissionsBoundary: '],
  ['logGroupPrefix', '/acme/', 'context logGroupPrefix: '],
  ['logGroupPrefix', 'a b', 'context logGroupPrefix: '],
])('%s=%s is refused [P56]', (name, value, message) => {
  expect(() => configOf({ [name]: value })).toThrow(message);
});
