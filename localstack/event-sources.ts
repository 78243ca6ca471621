import type { AwsApi } from './aws-api.ts';

/** The event source of a function, as the stack declares it. */
export type EventSource = {
  UUID: string;
  EventSourceArn: string;
  FunctionArn: string;
  BatchSize: number;
  FilterCriteria: { Filters: { Pattern: string }[] };
};

const path = '/2015-03-31/event-source-mappings/';

export async function eventSourcesOf(aws: AwsApi): Promise<EventSource[]> {
  return JSON.parse(await aws.call('lambda', { method: 'GET', path })).EventSourceMappings;
}

export async function changeEventSource(aws: AwsApi, { UUID }: EventSource, change: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await aws.call('lambda', { method: 'PUT', path: `${path}${UUID}`, headers, body: JSON.stringify(change) });
}

export const isStream = ({ EventSourceArn }: EventSource): boolean => EventSourceArn.includes(':dynamodb:');
