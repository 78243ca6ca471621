import { type App, CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import {
  GatewayVpcEndpointAwsService,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { NetworkLoadBalancer, Protocol } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from './config.ts';
import { removalOf } from './constructs/keep.ts';
import { readParameter } from './constructs/parameters.ts';
import { buildFolder } from './functions.ts';
import { settingsOf, smtpNames } from './variables.ts';

/**
 * The balancer's ports and the task's (P3): submission with STARTTLS, submission over TLS, inbound mail. Fargate does not
 * let a user other than root listen below 1024.
 */
const ports = { 587: 2587, 465: 2465, 25: 2525 };

/**
 * The SMTP task: network load balancer -> one Fargate task in public subnets (no NAT gateway to pay for).
 * Opt-in by `-c smtp=true`: the image needs Docker to build, and emulators run no tasks.
 */
export function smtpStack(app: App, config: Config): Stack {
  const stack = new Stack(app, 'Smtp', {
    stackName: `mailwright-${config.stage}-smtp`,
    terminationProtection: config.locked,
  });
  const vpc = makeVpc(stack);
  const balancerGroup = new SecurityGroup(stack, 'BalancerGroup', { vpc, allowAllOutbound: false });
  const taskGroup = new SecurityGroup(stack, 'TaskGroup', { vpc });
  const service = makeService(stack, config, vpc, taskGroup);
  const balancer = new NetworkLoadBalancer(stack, 'Balancer', {
    vpc,
    internetFacing: true,
    crossZoneEnabled: true,
    securityGroups: [balancerGroup],
  });
  for (const [text, containerPort] of Object.entries(ports)) {
    const port = Number(text);
    balancerGroup.addIngressRule(Peer.anyIpv4(), Port.tcp(port));
    balancerGroup.addEgressRule(taskGroup, Port.tcp(containerPort));
    taskGroup.addIngressRule(balancerGroup, Port.tcp(containerPort));
    balancer.addListener(`Listener${port}`, { port, protocol: Protocol.TCP }).addTargets(`Smtp${port}`, {
      port: containerPort,
      protocol: Protocol.TCP,
      preserveClientIp: true,
      targets: [service.loadBalancerTarget({ containerName: 'smtp', containerPort })],
    });
  }
  new CfnOutput(stack, 'SmtpHost', { value: balancer.loadBalancerDnsName });
  Validations.of(balancerGroup).acknowledge({
    id: 'AwsSolutions-EC23',
    reason:
      'Mail comes from the whole internet; the relay asks for a login, the receiver for a known domain.',
  });
  Validations.of(balancer).acknowledge({
    id: 'AwsSolutions-ELB2',
    reason: 'A network load balancer logs TLS listeners only; the task logs every session.',
  });
  return stack;
}

/** What the task reads of its deployment. */
function environmentOf(scope: Construct, config: Config): Record<string, string> {
  const names = smtpNames.map((name) => [name, readParameter(scope, config, name)]);
  return { ...settingsOf(config), ...Object.fromEntries(names), SMTP_PORTS: Object.values(ports).join(',') };
}

function makeVpc(scope: Construct): Vpc {
  const vpc = new Vpc(scope, 'Vpc', {
    natGateways: 0,
    maxAzs: 2,
    subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24 }],
    // Free, and keeps table and bodies off the public network.
    gatewayEndpoints: {
      table: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      bodies: { service: GatewayVpcEndpointAwsService.S3 },
    },
  });
  Validations.of(vpc).acknowledge({
    id: 'AwsSolutions-VPC7',
    reason: 'One task behind one load balancer: sessions are logged by the task, flow logs would only cost.',
  });
  return vpc;
}

function makeService(scope: Construct, config: Config, vpc: Vpc, group: SecurityGroup): FargateService {
  const cluster = new Cluster(scope, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.DISABLED });
  const task = new FargateTaskDefinition(scope, 'Task', {
    cpu: 256,
    memoryLimitMiB: 512,
    runtimePlatform: {
      cpuArchitecture: CpuArchitecture.ARM64,
      operatingSystemFamily: OperatingSystemFamily.LINUX,
    },
  });
  const logGroup = new LogGroup(scope, 'Log', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: removalOf(config),
  });
  task.addContainer('smtp', {
    image: ContainerImage.fromAsset(`${buildFolder}/smtp`, {
      platform: Platform.LINUX_ARM64,
      exclude: ['*.map'],
    }),
    environment: environmentOf(scope, config),
    portMappings: Object.values(ports).map((containerPort) => ({ containerPort })),
    logging: LogDriver.awsLogs({ streamPrefix: 'smtp', logGroup }),
    readonlyRootFilesystem: true,
  });
  Validations.of(cluster).acknowledge({
    id: 'AwsSolutions-ECS4',
    reason: 'The service measures itself by its log; container insights would double the cost of the task.',
  });
  Validations.of(task).acknowledge(
    { id: 'AwsSolutions-ECS2', reason: 'The variables are names and URLs; nothing in them is secret.' },
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'ecr:GetAuthorizationToken knows no resource; the pull itself is limited to the repository.',
    },
  );
  return new FargateService(scope, 'Service', {
    cluster,
    taskDefinition: task,
    desiredCount: 1,
    assignPublicIp: true,
    securityGroups: [group],
    minHealthyPercent: 100,
    maxHealthyPercent: 200,
    circuitBreaker: { rollback: true },
  });
}
