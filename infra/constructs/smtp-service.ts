import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type IVpc, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
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
import { Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { partNames } from '../../shared/aws/config.ts';
import type { WithSmtp } from '../config.ts';
import { buildFolder } from '../functions.ts';
import { readParameter } from './parameters.ts';
import { openTaskPorts, smtpHealthPort, taskPorts } from './smtp-balancer.ts';

/** Task sizes, and the sessions per task above which another task starts. */
const sizes = {
  small: { cpu: 256, memoryLimitMiB: 512, sessions: 300 },
  standard: { cpu: 512, memoryLimitMiB: 1024, sessions: 600 },
};

export function makeSmtpService(
  scope: Construct,
  config: WithSmtp,
  vpc: IVpc,
): { service: FargateService; group: SecurityGroup } {
  const cluster = new Cluster(scope, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.DISABLED });
  const group = new SecurityGroup(scope, 'TaskGroup', { vpc });
  const service = new FargateService(scope, 'Service', {
    cluster,
    taskDefinition: makeTask(scope, config),
    assignPublicIp: true,
    securityGroups: [group],
    minHealthyPercent: 100,
    maxHealthyPercent: 200,
    healthCheckGracePeriod: Duration.seconds(60),
    circuitBreaker: { rollback: true },
  });
  scale(service, config);
  Validations.of(cluster).acknowledge({
    id: 'AwsSolutions-ECS4',
    reason: "The task's own log lines provide its metrics. Container Insights would double the task's cost.",
  });
  return { service, group };
}

/** Scales by the sessions that each task reports once a minute. */
function scale(service: FargateService, { stage, smtpSize, smtp: { tasks } }: WithSmtp): void {
  const sessions = new Metric({
    namespace: 'Mailwright',
    metricName: 'SmtpSessions',
    dimensionsMap: { stage },
    statistic: 'Average',
    period: Duration.minutes(1),
  });
  service
    .autoScaleTaskCount({ minCapacity: tasks.min, maxCapacity: tasks.max })
    .scaleToTrackCustomMetric('Sessions', {
      metric: sessions,
      targetValue: sizes[smtpSize].sessions,
      scaleInCooldown: Duration.minutes(10),
      scaleOutCooldown: Duration.minutes(1),
    });
}

/** Variables for pages, which the task doesn't serve. */
const ofSignIn = /^(?:SIGN_IN|OIDC_)/;

/** The task's variables. They contain no secrets. */
function environmentOf(scope: Construct, config: WithSmtp): Record<string, string> {
  const names = partNames.map((name) => [name, readParameter(scope, config, name)]);
  const { smtpCertificate } = config;
  return {
    ...Object.fromEntries(Object.entries(config.variables).filter(([name]) => !ofSignIn.test(name))),
    ...Object.fromEntries(names),
    AWS_REGION: Stack.of(scope).region,
    SMTP_PORTS: taskPorts,
    SMTP_HEALTH_PORT: String(smtpHealthPort),
    TMPDIR: spool,
    ...(smtpCertificate && { SMTP_CERTIFICATE: smtpCertificate }),
  };
}

/** The folder for messages over 256 KB while they arrive: the image user's home, which is writable. */
const spool = '/home/node';

function makeTask(scope: Construct, config: WithSmtp): FargateTaskDefinition {
  const { cpu, memoryLimitMiB } = sizes[config.smtpSize];
  const task = new FargateTaskDefinition(scope, 'Task', {
    cpu,
    memoryLimitMiB,
    runtimePlatform: {
      cpuArchitecture: CpuArchitecture.ARM64,
      operatingSystemFamily: OperatingSystemFamily.LINUX,
    },
    taskRole: Role.fromRoleArn(scope, 'TaskRole', readParameter(scope, config, 'SMTP_ROLE_ARN'), {
      mutable: false,
    }),
    volumes: [{ name: 'spool' }],
  });
  const logName = readParameter(scope, config, 'SMTP_LOG_GROUP');
  const logGroup = LogGroup.fromLogGroupName(scope, 'Log', logName);
  const { Ref: log } = Stack.of(scope).resolve(logName) as { Ref: string };
  const container = task.addContainer('smtp', {
    image: ContainerImage.fromAsset(`${buildFolder}/smtp`, {
      platform: Platform.LINUX_ARM64,
      exclude: ['*.map'],
      ...(config.smtpBaseImage && { buildArgs: { BASE: config.smtpBaseImage } }),
    }),
    environment: environmentOf(scope, config),
    portMappings: openTaskPorts(config).map((containerPort) => ({ containerPort })),
    logging: LogDriver.awsLogs({ streamPrefix: 'smtp', logGroup }),
    readonlyRootFilesystem: true,
    // The task ends on its own within 30 s of SIGTERM (R67).
    stopTimeout: Duration.seconds(60),
  });
  container.addMountPoints({ containerPath: spool, sourceVolume: 'spool', readOnly: false });
  Validations.of(task).acknowledge(
    { id: 'AwsSolutions-ECS2', reason: 'The variables contain names and URLs, but no secrets.' },
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'ecr:GetAuthorizationToken supports no resource-level permission. The pull itself is limited to the repository.',
    },
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:<${log}>:*]`,
      reason: 'The task writes only to its own log streams.',
    },
  );
  return task;
}
