import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/**
 * What happens to data when its stack is deleted. A stage that protects data keeps it, except after a failed
 * first deploy, so the deploy can be repeated.
 */
export const removalOf = ({ deletionProtection }: Config): RemovalPolicy =>
  deletionProtection ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The log of a function or the SMTP task. Saved queries read every log whose id ends with `-log`. Custom
 * names include the stack's id, because a deleted stack's log may still exist.
 */
export function makeLog(
  scope: Construct,
  config: Config,
  name: string,
  { id = `${name}-log`, prefix = config.logGroupPrefix }: { id?: string; prefix?: string | undefined } = {},
): LogGroup {
  const stack = Fn.select(2, Fn.split('/', Aws.STACK_ID));
  return new LogGroup(scope, id, {
    ...(prefix && { logGroupName: `${prefix}/mailwright-${config.stage}-${name}-${stack}` }),
    retention: config.logRetentionDays,
    removalPolicy: removalOf(config),
  });
}
