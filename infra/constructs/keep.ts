import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/**
 * The treatment of data when its stack is deleted: a stage that protects data keeps it, except for what a failed first
 * deploy leaves behind, so that the deploy can be repeated (P2).
 */
export const removalOf = ({ deletionProtection }: Config): RemovalPolicy =>
  deletionProtection ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** The log of a function or of the SMTP task; the saved queries read all of them (D81). */
export function makeLog(scope: Construct, config: Config, name: string): LogGroup {
  return new LogGroup(scope, `${name}-log`, {
    retention: config.logRetentionDays,
    removalPolicy: removalOf(config),
  });
}
