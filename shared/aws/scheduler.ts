import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { RunSchedules } from '../domain/ports/runs.ts';
import type { Scheduler } from '../domain/ports/sending.ts';
import { type Aws, clientOptions } from './clients.ts';
import { ignoring } from './fault.ts';

type Target = { name: string; queue: string; input: unknown; at: number };
type Group = { group: string; role: string };

/** A schedule that fires once and deletes itself. */
const inputOf = ({ group, role }: Group, { name, queue, input, at }: Target): CreateScheduleCommandInput => ({
  Name: name,
  GroupName: group,
  // `at()` takes no time zone and no fractions of a second.
  ScheduleExpression: `at(${new Date(at).toISOString().slice(0, 19)})`,
  ScheduleExpressionTimezone: 'UTC',
  FlexibleTimeWindow: { Mode: 'OFF' },
  ActionAfterCompletion: 'DELETE',
  Target: { Arn: queue, RoleArn: role, Input: JSON.stringify(input) },
});

/** Whether the schedule existed. */
async function removeSchedule(client: SchedulerClient, GroupName: string, Name: string): Promise<boolean> {
  const removing = client.send(new DeleteScheduleCommand({ Name, GroupName }));
  return (await removing.catch(ignoring(ResourceNotFoundException))) !== undefined;
}

export function eventBridgeScheduler(
  aws: Aws,
  names: Group & { queues: { deliver: string; bulk: string } },
): Scheduler {
  const client = new SchedulerClient(clientOptions(aws, 'scheduler'));
  const { deliver, bulk } = names.queues;
  return {
    put: async (message, at) => {
      const queue = message.bulk ? bulk : deliver;
      const input = inputOf(names, { name: message.id, queue, input: message, at });
      try {
        await client.send(new CreateScheduleCommand(input));
        return false;
      } catch (error) {
        ignoring(ConflictException)(error);
        await client.send(new UpdateScheduleCommand(input));
        return true;
      }
    },
    remove: (name) => removeSchedule(client, names.group, name),
  };
}

/** Like email schedules, but each wait of a run has one schedule that never changes. */
export function runSchedules(aws: Aws, names: Group & { queue: string }): RunSchedules {
  const client = new SchedulerClient(clientOptions(aws, 'scheduler'));
  return {
    put: async (name, message, at) => {
      const input = inputOf(names, { name, queue: names.queue, input: message, at });
      await client.send(new CreateScheduleCommand(input)).catch(ignoring(ConflictException));
    },
    remove: async (name) => void (await removeSchedule(client, names.group, name)),
  };
}
