import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { removalOf } from './keep.ts';
import { throughServices } from './key.ts';

export type Schedules = { group: CfnScheduleGroup; role: Role };

/** Schedules for emails and for runs' waits. Their role can only send to these two queues. */
export function makeSchedules(
  scope: Construct,
  config: Config,
  queues: Queue[],
  key: Key | undefined,
): Schedules {
  // Named by CloudFormation: CDK's own construct would use the same name in every stage.
  const group = new CfnScheduleGroup(scope, 'ScheduleGroup');
  group.applyRemovalPolicy(removalOf(config));
  const role = new Role(scope, 'ScheduleRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      // Restricted to schedules of this group, because a service principal acts for every AWS account (P28).
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn },
      },
    }),
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map(({ queueArn }) => queueArn) }),
  );
  // The queues are encrypted, so a sender needs a data key (P30).
  if (key) role.addToPolicy(throughServices(key, ['sqs'], true));
  return { group, role };
}
