import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { removalOf } from './keep.ts';

/** The log of a function or of the SMTP task; the saved queries read all of them (D81). */
export function makeLog(scope: Construct, config: Config, name: string): LogGroup {
  return new LogGroup(scope, `${name}-log`, {
    retention: config.logRetentionDays,
    removalPolicy: removalOf(config),
  });
}
