type Said = { message: string; status: number; request_id?: string | undefined } & Record<string, unknown>;

/** An error of AWS with the fields that the SDK sets; `fields` are those of the answer besides. */
export class AwsError extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: { httpStatusCode: number; requestId: string | undefined };
  readonly $retryable?: object;

  constructor(name: string, { message, status, request_id, ...fields }: Said) {
    super(message);
    Object.assign(this, fields);
    this.name = name;
    this.$fault = status >= 500 ? 'server' : 'client';
    this.$metadata = { httpStatusCode: status, requestId: request_id };
  }
}

/** An answer that is not what the service sent: a broken body or another checksum. */
export const brokenAnswer = (message: string, status: number) =>
  new AwsError('BrokenAnswer', { message, status, $retryable: {} });

/** A time-out by the SDK's name, which retries and callers take for passing. */
export const timeoutError = (message: string) => Object.assign(new Error(message), { name: 'TimeoutError' });

/** The error's name in an answer of AWS's JSON protocols: `com.amazonaws.dynamodb.v20120810#ThrottlingException`. */
export function errorName(type: unknown, status: number): string {
  const name = typeof type === 'string' ? (type.split('#').at(-1) as string).split(':')[0] : '';
  return name || (status >= 500 ? 'InternalFailure' : 'UnknownError');
}
