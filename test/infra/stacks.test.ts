import { readFileSync } from 'node:fs';
import { assembly, production, propertiesOf, refOf, resourcesOf, synthesize } from './templates.ts';

const core = synthesize(production);
const smtp = synthesize(production, 'Smtp');

describe('stacks are tied by SSM parameters [P6]', () => {
  test('not by exports, which forbid Core to replace what another stack names', () => {
    for (const { Outputs } of [core, smtp]) {
      expect(Object.values(Outputs ?? {}).filter(({ Export }) => Export)).toEqual([]);
    }
    expect(JSON.stringify(smtp)).not.toContain('Fn::ImportValue');
  });

  test('what the SMTP stack reads, the Core stack publishes, and is deployed before it', () => {
    const published = propertiesOf(core, 'AWS::SSM::Parameter').map(({ Name }) => Name);
    const read = Object.values(smtp.Parameters ?? {})
      .filter(
        ({ Type, Default }) =>
          Type === 'AWS::SSM::Parameter::Value<String>' && !Default?.includes('bootstrap'),
      )
      .map(({ Default }) => Default);
    expect(read.sort()).toEqual(published.sort());
    expect(read).toContain('/mailwright/prod/TABLE_NAME');
    const manifest = JSON.parse(readFileSync(`${assembly(production)}/manifest.json`, 'utf8'));
    expect(manifest.artifacts.Smtp.dependencies).toContain('Core');
  });

  test('a deployment without the SMTP stack publishes nothing', () => {
    expect(resourcesOf(synthesize(), 'AWS::SSM::Parameter')).toEqual({});
  });
});

describe('the SMTP task [P3]', () => {
  /** Ports of the balancer and of the task behind them. */
  const ports: [number, number][] = [
    [25, 2525],
    [465, 2465],
    [587, 2587],
    [2525, 2587],
  ];

  test('listens above 1024, where Fargate lets its user listen; the balancer maps the well-known ports, and 2525 as 587 [N35]', () => {
    const groups = resourcesOf(smtp, 'AWS::ElasticLoadBalancingV2::TargetGroup');
    const mapped = propertiesOf(smtp, 'AWS::ElasticLoadBalancingV2::Listener').map(
      ({ Port, DefaultActions }) => [Port, groups[refOf(DefaultActions[0].TargetGroupArn)]?.Properties.Port],
    );
    expect(mapped.sort(([a], [b]) => a - b)).toEqual(ports);
    const [task] = propertiesOf(smtp, 'AWS::ECS::TaskDefinition')[0]?.ContainerDefinitions ?? [];
    const own = new Set(ports.map(([, port]) => port));
    const opened = task.PortMappings.map(({ ContainerPort }: { ContainerPort: number }) => ContainerPort);
    expect(new Set(opened)).toEqual(own);
    const listened = task.Environment.find(({ Name }: { Name: string }) => Name === 'SMTP_PORTS').Value;
    expect(new Set(listened.split(',').map(Number))).toEqual(own);
    expect(readFileSync('functions/smtp/Dockerfile', 'utf8')).toMatch(/^USER node$/m);
  });

  test('is reached through the balancer only', () => {
    const from = Object.values(smtp.Resources)
      .filter(({ Type }) => Type === 'AWS::EC2::SecurityGroupIngress')
      .map(({ Properties }) => [Properties.ToPort, refOf(Properties.SourceSecurityGroupId)]);
    expect(new Set(from.map(([port]) => port))).toEqual(new Set([8080, ...ports.map(([, port]) => port)]));
    for (const [, group] of from) expect(group).toMatch(/^BalancerGroup/);
  });
});
