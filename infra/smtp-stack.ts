import { type App, CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { NetworkLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { LoadBalancerTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { WithSmtp } from './config.ts';
import { findZone } from './constructs/service-domain.ts';
import { makeSmtpBalancer } from './constructs/smtp-balancer.ts';
import { makeSmtpService } from './constructs/smtp-service.ts';

/**
 * The SMTP task: network load balancer -> Fargate tasks in public subnets (so there is no NAT gateway to pay
 * for). Opt-in with `-c smtp=true`: the image needs Docker to build, and emulators don't run tasks.
 */
export function smtpStack(app: App, config: WithSmtp): Stack {
  const stack = new Stack(app, 'Smtp', {
    stackName: `mailwright-${config.stage}-smtp`,
    terminationProtection: config.locked,
  });
  const vpc = makeVpc(stack, Number(config.smtpZones));
  const { service, group } = makeSmtpService(stack, config, vpc);
  const balancer = makeSmtpBalancer(stack, { vpc, service, group, config });
  publishHosts(stack, config, balancer);
  new CfnOutput(stack, 'SmtpHost', { value: config.smtp.host });
  new CfnOutput(stack, 'SmtpBalancer', { value: balancer.loadBalancerDnsName });
  return stack;
}

/**
 * Publishes `smtp.<serviceDomain>` (or the configured host) and `inbound.<serviceDomain>` for MX records.
 * Only A records, because a dual-stack balancer would hide IPv6 clients behind its own address (R62, R63).
 * The owner of a host outside the zone must point it here.
 */
function publishHosts(scope: Construct, config: WithSmtp, balancer: NetworkLoadBalancer): void {
  const zone = findZone(scope, config);
  if (!zone) return;
  const target = RecordTarget.fromAlias(new LoadBalancerTarget(balancer));
  const { host } = config.smtp;
  const inbound = `inbound.${zone.zoneName}`;
  const publish = (id: string, name: string) =>
    new ARecord(scope, id, { zone, recordName: `${name}.`, target });
  if (`.${host}`.endsWith(`.${zone.zoneName}`)) publish('SmtpAddress', host);
  if (config.inbound === 'smtp' && host !== inbound) publish('InboundAddress', inbound);
}

function makeVpc(scope: Construct, maxAzs: number): Vpc {
  const vpc = new Vpc(scope, 'Vpc', {
    natGateways: 0,
    maxAzs,
    subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24 }],
    // The endpoint is free, and keeps traffic to the table and bucket off the public network.
    gatewayEndpoints: {
      table: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      bodies: { service: GatewayVpcEndpointAwsService.S3 },
    },
  });
  Validations.of(vpc).acknowledge({
    id: 'AwsSolutions-VPC7',
    reason: 'The task already logs every session, so flow logs would only add cost.',
  });
  return vpc;
}
