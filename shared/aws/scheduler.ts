import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { Scheduler } from '../domain/ports/sending.ts';
import { type Aws, clientOptions } from './clients.ts';

/** `at()` knows no zone and no fraction of a second. */
const atExpression = (ms: number) => `at(${new Date(ms).toISOString().slice(0, 19)})`;

const ignoring = (kind: new (...args: never[]) => Error) => (error: unknown) => {
  if (!(error instanceof kind)) throw error;
};

/** EventBridge Scheduler with one schedule per email, which deletes itself when it has fired. */
export function eventBridgeScheduler(
  aws: Aws,
  names: { group: string; role: string; queues: { deliver: string; bulk: string } },
): Scheduler {
  const client = new SchedulerClient(clientOptions(aws, 'scheduler'));
  const GroupName = names.group;
  const { queues } = names;
  return {
    put: async (message, at) => {
      const input: CreateScheduleCommandInput = {
        Name: message.id,
        GroupName,
        ScheduleExpression: atExpression(at),
        ScheduleExpressionTimezone: 'UTC',
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: {
          Arn: message.bulk ? queues.bulk : queues.deliver,
          RoleArn: names.role,
          Input: JSON.stringify(message),
        },
      };
      try {
        await client.send(new CreateScheduleCommand(input));
      } catch (error) {
        ignoring(ConflictException)(error);
        await client.send(new UpdateScheduleCommand(input));
      }
    },
    remove: async (Name) => {
      await client
        .send(new DeleteScheduleCommand({ Name, GroupName }))
        .catch(ignoring(ResourceNotFoundException));
    },
  };
}
