import { readFileSync } from 'node:fs';
import {
  assembly,
  configOf,
  only,
  production,
  propertiesOf,
  refOf,
  resourcesOf,
  smtpRole,
  statementsOfRole,
  synthesize,
} from './templates.ts';

const core = synthesize(production);
const smtp = synthesize(production, 'Smtp');
const task = only(smtp, 'AWS::ECS::TaskDefinition').Properties;
const [container] = task.ContainerDefinitions;

const variables = (environment: { Name: string; Value: unknown }[]) =>
  Object.fromEntries(environment.map(({ Name, Value }) => [Name, Value]));

const secret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:smtp/tls-AbCdEf';
const exportable = 'arn:aws:acm:eu-west-1:123456789012:certificate/1b2c-3d';

const chosen = {
  ...production,
  smtpHost: 'smtp.example.net',
  smtpCertificate: secret,
  smtpTasks: '2-4',
};
const elsewhere = synthesize({ ...production, smtp: 'role', smtpCertificate: exportable });

describe('the task [R61]', () => {
  test('has half a vCPU of ARM and 1 GB', () => {
    expect([task.Cpu, task.Memory, task.RuntimePlatform.CpuArchitecture]).toEqual(['512', '1024', 'ARM64']);
  });

  test('is half of it where smtpSize=small says so, and calls for another one at half the sessions [P61]', () => {
    const small = synthesize({ ...production, smtpSize: 'small', smtpZones: '1' }, 'Smtp');
    const { Cpu, Memory } = only(small, 'AWS::ECS::TaskDefinition').Properties;
    expect([Cpu, Memory]).toEqual(['256', '512']);
    const goal = (template: typeof small) =>
      only(template, 'AWS::ApplicationAutoScaling::ScalingPolicy').Properties
        .TargetTrackingScalingPolicyConfiguration.TargetValue;
    expect([goal(small), goal(smtp)]).toEqual([300, 600]);
    const zones = (template: typeof small) => propertiesOf(template, 'AWS::EC2::Subnet').length;
    expect([zones(small), zones(smtp)]).toEqual([1, 2]);
    expect(() => configOf({ ...production, smtpSize: 'tiny' })).toThrow(
      'context smtpSize: small or standard',
    );
    expect(() => configOf({ ...production, smtpZones: '3' })).toThrow('context smtpZones: 1 or 2');
  });

  test('spools large messages to a volume that belongs to its user; the rest of its disk is read only', () => {
    const [{ ContainerPath: path, SourceVolume, ReadOnly }] = container.MountPoints;
    expect({ root: container.ReadonlyRootFilesystem, spool: ReadOnly }).toEqual({ root: true, spool: false });
    expect(task.Volumes).toEqual([{ Name: SourceVolume }]);
    expect(variables(container.Environment).TMPDIR).toBe(path);
    const image = readFileSync('functions/smtp/Dockerfile', 'utf8');
    expect(image).toContain(`VOLUME ["${path}"]`);
    // The home of the image's user is its own: nothing has to be made writable.
    expect([path, /^USER (\w+)$/m.exec(image)?.[1]]).toEqual(['/home/node', 'node']);
  });

  test('an image for ARM is built on any machine: nothing runs in it [P48]', () => {
    expect(readFileSync('functions/smtp/Dockerfile', 'utf8')).not.toMatch(/^\s*RUN\b/im);
  });

  const file = readFileSync('functions/smtp/Dockerfile', 'utf8');
  const [, pinned = ''] = /as of (\d{4}-\d\d-\d\d);/.exec(file) ?? [];
  const age_days = Math.floor((Date.now() - Date.parse(pinned)) / 86_400_000);

  test(`the image that it begins with is pinned by its digest, and ${age_days} days old [P48]`, () => {
    const [, base = ''] = /^ARG BASE=(.*)$/m.exec(file) ?? [];
    expect(base).toMatch(/^public\.ecr\.aws\/docker\/library\/node:24-slim@sha256:[0-9a-f]{64}$/);
    expect(file).toMatch(/^FROM \$\{BASE\}$/m);
    expect(age_days).toBeGreaterThanOrEqual(0);
    // Nothing fails by the calendar; who runs the tests is told.
    if (age_days > 120)
      process.stderr.write(
        `functions/smtp/Dockerfile: the base image is ${age_days} days old, take a newer one\n`,
      );
  });

  test('another one is pinned by a digest as well [P48]', () => {
    const digest = `public.ecr.aws/docker/library/node:24-slim@sha256:${'0123456789abcdef'.repeat(4)}`;
    const argsOf = (context: Record<string, string>) =>
      Object.values(
        JSON.parse(readFileSync(`${assembly(context)}/Smtp.assets.json`, 'utf8')).dockerImages,
      ).map((image) => (image as { source: { dockerBuildArgs?: object } }).source.dockerBuildArgs);
    expect(argsOf({ ...chosen, smtpBaseImage: digest })).toEqual([{ BASE: digest }]);
    expect(argsOf(production)).toEqual([undefined]);
    for (const wrong of ['node:24-slim', 'node@sha256:1', `node@sha1:${'0'.repeat(64)}`])
      expect(() => configOf({ ...production, smtpBaseImage: wrong })).toThrow('context smtpBaseImage: ');
  });

  test('is given names and URLs only, and runs in the role that Core made [R65]', () => {
    const given = variables(container.Environment);
    expect(Object.keys(given).filter((name) => /SECRET|PASSWORD|KEY/.test(name))).toEqual([]);
    expect(container.Secrets).toBeUndefined();
    expect(given).toMatchObject({ SMTP_HOST: 'smtp.mail.example.com', SMTP_HEALTH_PORT: '8080' });
    expect(JSON.stringify(task.TaskRoleArn)).toMatch(/SMTPROLEARN/);
  });
});

describe('the end of a task [R67]', () => {
  test('ECS and the balancer wait longer than the task needs', () => {
    expect(container.StopTimeout).toBe(60);
    for (const { TargetGroupAttributes } of propertiesOf(smtp, 'AWS::ElasticLoadBalancingV2::TargetGroup'))
      expect(TargetGroupAttributes).toContainEqual({
        Key: 'deregistration_delay.timeout_seconds',
        Value: '60',
      });
  });

  test('a deploy starts new tasks before it ends the old ones, and goes back when they do not get healthy', () => {
    const { DeploymentConfiguration } = only(smtp, 'AWS::ECS::Service').Properties;
    expect(DeploymentConfiguration).toMatchObject({
      MinimumHealthyPercent: 100,
      MaximumPercent: 200,
      DeploymentCircuitBreaker: { Enable: true, Rollback: true },
    });
  });
});

test('the balancer keeps the client address and speaks IPv4; no target group reads a PROXY header [R62]', () => {
  const groups = propertiesOf(smtp, 'AWS::ElasticLoadBalancingV2::TargetGroup');
  expect(groups).toHaveLength(4);
  for (const { Protocol, TargetType, TargetGroupAttributes } of groups) {
    expect([Protocol, TargetType]).toEqual(['TCP', 'ip']);
    expect(TargetGroupAttributes).toContainEqual({ Key: 'preserve_client_ip.enabled', Value: 'true' });
    expect(JSON.stringify(TargetGroupAttributes)).not.toContain('proxy_protocol');
  }
  const balancer = only(smtp, 'AWS::ElasticLoadBalancingV2::LoadBalancer').Properties;
  expect([balancer.Type, balancer.IpAddressType ?? 'ipv4']).toEqual(['network', 'ipv4']);
});

test('the balancer asks GET /health of the task, a port that only it reaches [R68]', () => {
  for (const group of propertiesOf(smtp, 'AWS::ElasticLoadBalancingV2::TargetGroup'))
    expect(group).toMatchObject({
      HealthCheckProtocol: 'HTTP',
      HealthCheckPath: '/health',
      HealthCheckPort: '8080',
    });
  const open = propertiesOf(smtp, 'AWS::EC2::SecurityGroup').flatMap(
    ({ SecurityGroupIngress = [] }) => SecurityGroupIngress,
  );
  expect(open.map(({ FromPort }) => FromPort).sort((a, b) => a - b)).toEqual([25, 465, 587, 2525]);
});

describe('names [R63]', () => {
  const addresses = (context: Record<string, string>) =>
    propertiesOf(synthesize(context, 'Smtp'), 'AWS::Route53::RecordSet').map(
      ({ Name, Type, AliasTarget }) => [Name, Type, refOf(AliasTarget.DNSName)],
    );
  const [balancer = ''] = Object.keys(resourcesOf(smtp, 'AWS::ElasticLoadBalancingV2::LoadBalancer'));

  test('smtp and inbound of the service domain are A records of the balancer', () => {
    expect(addresses(production)).toEqual([
      ['smtp.mail.example.com.', 'A', balancer],
      ['inbound.mail.example.com.', 'A', balancer],
    ]);
  });

  test('smtpHost takes the place of the first; outside the zone its owner points it here', () => {
    expect(addresses(chosen).map(([name]) => name)).toEqual(['inbound.mail.example.com.']);
    const hosts = propertiesOf(synthesize(chosen), 'AWS::Lambda::Function').map(
      ({ Environment }) => Environment.Variables.SMTP_HOST,
    );
    expect(new Set(hosts)).toEqual(new Set(['smtp.example.net']));
  });

  test.each([
    ['mail.example.com', ['mail.example.com.', 'inbound.mail.example.com.']],
    ['inbound.mail.example.com', ['inbound.mail.example.com.']],
  ])('smtpHost %s has one record', (smtpHost, names) => {
    expect(addresses({ ...production, smtpHost }).map(([name]) => name)).toEqual(names);
  });
});

describe('smtpCertificate [R64]', () => {
  const readsOf = (template: typeof core) =>
    statementsOfRole(template, smtpRole(template)[0]).filter(({ Action }) =>
      /^(secretsmanager|acm):/.test(Action.join()),
    );

  test('the task finds the secret and may read it, and nothing like it', () => {
    const [{ Environment }] = only(synthesize(chosen, 'Smtp'), 'AWS::ECS::TaskDefinition').Properties
      .ContainerDefinitions;
    expect(variables(Environment).SMTP_CERTIFICATE).toBe(secret);
    const right = { Action: ['secretsmanager:GetSecretValue'], Effect: 'Allow', Resource: [secret] };
    expect(readsOf(synthesize(chosen))).toEqual([right]);
  });

  test('it may export the ACM certificate; without one it reads neither', () => {
    const right = { Action: ['acm:ExportCertificate'], Effect: 'Allow', Resource: [exportable] };
    expect(readsOf(elsewhere)).toEqual([right]);
    expect(readsOf(core)).toEqual([]);
  });
});

describe('the role of the task [R66]', () => {
  const [id, role] = smtpRole(core);
  const statements = statementsOfRole(core, id);

  test('is lent by ECS to tasks of this account', () => {
    expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: 'ecs-tasks.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  test('reaches SES, DNS credentials and certificates of others by no right', () => {
    const services = statements.flatMap(({ Action }) => Action.map((action) => action.split(':')[0]));
    expect([...new Set(services)].sort()).toEqual(['dynamodb', 'iam', 'kms', 's3', 'scheduler', 'sqs']);
    const kms = statements.filter(({ Action }) => Action.join().includes('kms:'));
    expect(kms).toMatchObject([{ Condition: { StringEquals: { 'kms:ViaService': expect.any(Array) } } }]);
  });

  test('exists in deployments with a relay only; `role` makes it for a task that runs elsewhere', () => {
    expect(JSON.stringify(synthesize())).not.toContain('ecs-tasks.amazonaws.com');
    const isOfCertificate = ({ Action }: { Action: string[] }) => Action.join().startsWith('acm:');
    const given = statementsOfRole(elsewhere, smtpRole(elsewhere)[0]);
    expect(given.filter((one) => !isOfCertificate(one))).toEqual(statements);
    expect(resourcesOf(elsewhere, 'AWS::SSM::Parameter')).toEqual({});
    expect(elsewhere.Outputs?.SmtpRoleArn?.Value).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
  });
});

describe('tasks [R70]', () => {
  const bounds = (template: typeof smtp) => {
    const { MinCapacity, MaxCapacity } = only(
      template,
      'AWS::ApplicationAutoScaling::ScalableTarget',
    ).Properties;
    return [MinCapacity, MaxCapacity];
  };

  test('1 to 10 that each have 600 sessions, fewer after ten minutes; a deploy keeps their number', () => {
    expect(bounds(smtp)).toEqual([1, 10]);
    expect(
      only(smtp, 'AWS::ApplicationAutoScaling::ScalingPolicy').Properties
        .TargetTrackingScalingPolicyConfiguration,
    ).toMatchObject({
      CustomizedMetricSpecification: {
        Namespace: 'Mailwright',
        MetricName: 'SmtpSessions',
        Dimensions: [{ Name: 'stage', Value: 'prod' }],
        Statistic: 'Average',
      },
      TargetValue: 600,
      ScaleInCooldown: 600,
    });
    expect(only(smtp, 'AWS::ECS::Service').Properties.DesiredCount).toBeUndefined();
  });

  test('smtpTasks changes the bounds', () => {
    expect(bounds(synthesize(chosen, 'Smtp'))).toEqual([2, 4]);
  });
});
