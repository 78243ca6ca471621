import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/** A stage that protects data keeps it when its stack is deleted, but for what a failed first deploy leaves, so that it can be repeated (P2). */
export const removalOf = ({ deletionProtection }: Config): RemovalPolicy =>
  deletionProtection ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** The log of a function or of the SMTP task; the saved queries read all of them (D81). */
export function makeLog(scope: Construct, config: Config, name: string): LogGroup {
  return new LogGroup(scope, `${name}-log`, {
    retention: config.logRetentionDays,
    removalPolicy: removalOf(config),
  });
}
