export type Place = { endpoint: string; region: string };

/**
 * The keys that this process uses to call the local cloud, from its environment. Our emulator accepts only its own key,
 * others accept any, such as `test`.
 */
export const localCredentials = () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? 'test',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? 'test',
});

export const clientOf = ({ endpoint, region }: Place) => ({
  endpoint,
  region,
  credentials: localCredentials(),
});

/** Emulator APIs without an SDK client here. They don't check signatures made with their access key. */
export type AwsApi = Place & {
  /** Sends a raw request to `service`. Throws with the response text unless the status is 2xx. */
  call: (service: string, request: AwsRequest) => Promise<string>;
};

type AwsRequest = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

export class AwsError extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status}: ${text.slice(0, 2000)}`);
    this.status = status;
  }
}

/** One call in DynamoDB's JSON protocol, such as `DynamoDB_20120810.CreateTable`. */
export async function callDynamodb<T>(aws: AwsApi, target: string, input: object): Promise<T> {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
  const text = await aws.call('dynamodb', {
    method: 'POST',
    path: '/',
    headers,
    body: JSON.stringify(input),
  });
  return JSON.parse(text || '{}') as T;
}

export const invokeFunction = (aws: AwsApi, name: string, event: object): Promise<string> =>
  aws.call('lambda', {
    method: 'POST',
    path: `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`,
    body: JSON.stringify(event),
  });

export function createAwsApi(endpoint: string, region: string): AwsApi {
  const { accessKeyId } = localCredentials();
  const call: AwsApi['call'] = async (service, { method, path, headers, body }) => {
    const credential = `${accessKeyId}/20260101/${region}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`;
    const response = await fetch(`${endpoint}${path}`, {
      method,
      headers: { authorization, ...headers },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new AwsError(response.status, text);
    return text;
  };
  return { endpoint, region, call };
}

export type EventSource = {
  UUID: string;
  EventSourceArn: string;
  FunctionArn: string;
  BatchSize: number;
  FilterCriteria: { Filters: { Pattern: string }[] };
};

const eventSources = '/2015-03-31/event-source-mappings/';

export async function eventSourcesOf(aws: AwsApi): Promise<EventSource[]> {
  return JSON.parse(await aws.call('lambda', { method: 'GET', path: eventSources })).EventSourceMappings;
}

export async function changeEventSource(aws: AwsApi, { UUID }: EventSource, change: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await aws.call('lambda', {
    method: 'PUT',
    path: `${eventSources}${UUID}`,
    headers,
    body: JSON.stringify(change),
  });
}

export const isStream = ({ EventSourceArn }: EventSource): boolean => EventSourceArn.includes(':dynamodb:');
