import { Duration, Validations } from 'aws-cdk-lib';
import { type IVpc, Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { FargateService } from 'aws-cdk-lib/aws-ecs';
import { NetworkLoadBalancer, Protocol } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/**
 * The balancer's ports and the task's: submission with STARTTLS, submission over TLS, inbound mail. On
 * Fargate, only root can listen below 1024. The balancer's port 2525 works like 587, for networks that block
 * 587. The task's own 2525 is inbound mail.
 */
const smtpPorts = { 587: 2587, 465: 2465, 25: 2525, 2525: 2587 };

/** The ports that a deployment opens. Port 25 opens only if the SMTP task receives mail. */
const openPorts = ({ inbound }: Pick<Config, 'inbound'>): (readonly [port: number, taskPort: number])[] =>
  Object.entries(smtpPorts)
    .map(([port, taskPort]) => [Number(port), taskPort] as const)
    .filter(([port]) => port !== 25 || inbound === 'smtp');

/** The matching ports of the task, each once. */
export const openTaskPorts = (config: Pick<Config, 'inbound'>): number[] => [
  ...new Set(openPorts(config).map(([, taskPort]) => taskPort)),
];

/** All ports of the task, in the order of `SMTP_PORTS`. */
export const taskPorts = [smtpPorts[587], smtpPorts[465], smtpPorts[25]].join();

/** The task's GET /health, reachable only from inside. */
export const smtpHealthPort = 8080;

/** Longer than a task takes to end. */
const deregistrationDelay = Duration.seconds(60);

type Behind = { vpc: IVpc; service: FargateService; group: SecurityGroup; config: Pick<Config, 'inbound'> };

/** A network balancer that preserves the client's address. */
export function makeSmtpBalancer(
  scope: Construct,
  { vpc, service, group, config }: Behind,
): NetworkLoadBalancer {
  const own = new SecurityGroup(scope, 'BalancerGroup', { vpc, allowAllOutbound: false });
  const balancer = new NetworkLoadBalancer(scope, 'Balancer', {
    vpc,
    internetFacing: true,
    crossZoneEnabled: true,
    securityGroups: [own],
  });
  for (const taskPort of [...openTaskPorts(config), smtpHealthPort]) {
    own.addEgressRule(group, Port.tcp(taskPort));
    group.addIngressRule(own, Port.tcp(taskPort));
  }
  for (const [port, containerPort] of openPorts(config)) {
    own.addIngressRule(Peer.anyIpv4(), Port.tcp(port));
    balancer.addListener(`Listener${port}`, { port, protocol: Protocol.TCP }).addTargets(`Smtp${port}`, {
      port: containerPort,
      protocol: Protocol.TCP,
      preserveClientIp: true,
      deregistrationDelay,
      healthCheck: {
        protocol: Protocol.HTTP,
        path: '/health',
        port: String(smtpHealthPort),
        interval: Duration.seconds(10),
        timeout: Duration.seconds(5),
        healthyThresholdCount: 2,
        unhealthyThresholdCount: 2,
      },
      targets: [service.loadBalancerTarget({ containerName: 'smtp', containerPort })],
    });
  }
  acknowledge(own, balancer);
  return balancer;
}

function acknowledge(group: SecurityGroup, balancer: NetworkLoadBalancer): void {
  Validations.of(group).acknowledge({
    id: 'AwsSolutions-EC23',
    reason:
      'Mail comes from anywhere on the internet. The relay requires a login, and the receiver requires a known domain.',
  });
  Validations.of(balancer).acknowledge({
    id: 'AwsSolutions-ELB2',
    reason: 'A network load balancer logs only TLS listeners, and the task logs every session itself.',
  });
}
