import { Stack } from 'aws-cdk-lib';
import {
  CfnApiMapping,
  CfnDomainName,
  type HttpApi,
  type HttpStage,
  IpAddressType,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { CnameRecord, HostedZone, type IHostedZone, MxRecord, TxtRecord } from 'aws-cdk-lib/aws-route53';
import { CfnEmailIdentity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { stageTag } from '../../shared/aws/stage-tag.ts';
import type { Config } from '../config.ts';

const spf = 'v=spf1 include:amazonses.com -all';

export function findZone(scope: Construct, config: Config): IHostedZone | undefined {
  const { serviceDomain: zoneName, hostedZoneId } = config;
  if (!zoneName || !hostedZoneId) return undefined;
  return HostedZone.fromHostedZoneAttributes(scope, 'Zone', { zoneName, hostedZoneId });
}

/**
 * The records that customers' domains point at: `rp.<serviceDomain>`, the return path (A1: exactly one MX,
 * one TXT, and nothing else at that name), and `spf.<serviceDomain>`, the SPF host.
 */
export function publishServiceRecords(scope: Construct, zone: IHostedZone): void {
  publishReturnPath(scope, zone, 'ReturnPath', 'rp');
  new TxtRecord(scope, 'Spf', { zone, recordName: 'spf', values: [spf] });
}

/** The records SES needs for a MAIL FROM domain: its own MX, for returning bounces, and SPF. */
function publishReturnPath(scope: Construct, zone: IHostedZone, id: string, recordName: string): void {
  const hostName = `feedback-smtp.${Stack.of(scope).region}.amazonses.com`;
  new MxRecord(scope, `${id}Mx`, { zone, recordName, values: [{ priority: 10, hostName }] });
  new TxtRecord(scope, `${id}Spf`, { zone, recordName, values: [spf] });
}

/**
 * The sandbox sender's domain as an SES identity: signed with SES's keys, with its own return path and DMARC
 * policy, so its mail and the service's notices are aligned.
 */
export function makeSandboxIdentity(
  scope: Construct,
  zone: IHostedZone,
  { sandboxDomain, stage }: { sandboxDomain: string; stage: string },
): void {
  const mailFromDomain = `bounce.${sandboxDomain}`;
  const identity = new CfnEmailIdentity(scope, 'Sandbox', {
    emailIdentity: sandboxDomain,
    mailFromAttributes: { mailFromDomain, behaviorOnMxFailure: 'USE_DEFAULT_VALUE' },
    // Bounces arrive through the feedback topic. If SES also forwarded them, they would arrive as mail to the
    // sandbox domain (P19).
    feedbackAttributes: { emailForwardingEnabled: false },
    tags: [{ key: stageTag, value: stage }],
  });
  publishReturnPath(scope, zone, 'SandboxMailFrom', `${mailFromDomain}.`);
  new TxtRecord(scope, 'SandboxDmarc', {
    zone,
    recordName: `_dmarc.${sandboxDomain}.`,
    values: ['v=DMARC1; p=reject;'],
  });
  const tokens = [
    [identity.attrDkimDnsTokenName1, identity.attrDkimDnsTokenValue1],
    [identity.attrDkimDnsTokenName2, identity.attrDkimDnsTokenValue2],
    [identity.attrDkimDnsTokenName3, identity.attrDkimDnsTokenValue3],
  ] as const;
  tokens.forEach(([name, domainName], index) => {
    // SES returns full names, and CDK appends the zone to names without a final dot. CDK must see that dot.
    // Inside a `Fn.join` token it can't, and Route 53 rejects the double dots that result (P1).
    new CnameRecord(scope, `SandboxDkim${index + 1}`, { zone, recordName: `${name}.`, domainName });
  });
}

/** The API's host name if this deployment creates its domain. */
export const apiDomainName = (zone: IHostedZone): string => `api.${zone.zoneName}`;

/** Makes a name in the zone serve the stage, with its own certificate. */
export function serveAt(
  domainName: string,
  { id, zone, api, stage }: { id: 'Api' | 'Tracking'; zone: IHostedZone; api: HttpApi; stage: HttpStage },
): void {
  const scope = Stack.of(api);
  const certificate = new Certificate(scope, `${id}Certificate`, {
    domainName,
    validation: CertificateValidation.fromDns(zone),
  });
  const domain = new CfnDomainName(scope, `${id}Domain`, {
    domainName,
    domainNameConfigurations: [
      {
        certificateArn: certificate.certificateArn,
        endpointType: 'REGIONAL',
        ipAddressType: IpAddressType.DUAL_STACK,
        securityPolicy: 'TLS_1_2',
      },
    ],
  });
  const mapping = new CfnApiMapping(scope, `${id}Mapping`, {
    apiId: api.apiId,
    domainName: domain.ref,
    stage: stage.stageName,
  });
  // The stage's name is a constant, so CloudFormation doesn't see this dependency.
  mapping.node.addDependency(stage);
  new CnameRecord(scope, `${id}Address`, {
    zone,
    recordName: `${domainName}.`,
    domainName: domain.attrRegionalDomainName,
  });
}
