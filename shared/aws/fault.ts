type AwsError = {
  name?: string;
  message?: string;
  code?: string;
  /** Route 53 only. One message per rejected change. */
  messages?: string[];
  $metadata?: { httpStatusCode?: number };
};

/** The parts of an AWS client's error. `status` is 0 without a response. */
export function faultOf(error: unknown) {
  const { name = 'Error', message = '', code, messages = [], $metadata } = (error ?? {}) as AwsError;
  return { name, message, code, messages, status: $metadata?.httpStatusCode ?? 0 };
}

/** For `catch`: ignores errors of this kind and rethrows all others. */
export const ignoring = (kind: new (...args: never[]) => Error) => (error: unknown) => {
  if (!(error instanceof kind)) throw error;
};
