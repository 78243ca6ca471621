import type { AwsVariables } from '../config.ts';

export type Service = 'dynamodb' | 'sqs';

export function endpointOf(service: Service, region: string, variables: AwsVariables): URL {
  const own = variables[service === 'sqs' ? 'AWS_ENDPOINT_URL_SQS' : 'AWS_ENDPOINT_URL_DYNAMODB'];
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(own ?? variables.AWS_ENDPOINT_URL ?? `https://${service}.${region}.${suffix}`);
}
