import { functions } from '../../../infra/functions.ts';
import { propertiesOf, refOf, type Template } from '../templates.ts';
import type { Call } from './calls.ts';

/** A prefix of the bucket or a queue, by the resource that a statement names. */
export function targetOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  return /"\/([\w-]+)\/\*"/.exec(text)?.[1] ?? /^(\w+)queue/.exec(refOf(resource))?.[1] ?? '';
}

/** The queues that feed functions by event sources. */
export const sourcesOf = (template: Template): string[] =>
  propertiesOf(template, 'AWS::Lambda::EventSourceMapping').map(({ EventSourceArn }) =>
    targetOf(EventSourceArn),
  );

const allQueues = Object.values(functions).flatMap(({ queues = [] }) =>
  queues.map(({ name }) => name.replaceAll('-', '')),
);

/** Of a port whose queues the code does not name: the calls on each that has no event source. */
export function onDrained(call: Call, own: string[], fed: string[]): Call[] {
  const isOf = (port: string) => call.via.every((via) => via.startsWith(`${port}.`));
  if (!isOf('own_queue') && !isOf('queue_drains')) return [call];
  const queues = (isOf('own_queue') ? own : allQueues).filter((queue) => !fed.includes(queue));
  return queues.map((on) => ({ ...call, on }));
}
