type AwsError = {
  name?: string;
  message?: string;
  code?: string;
  /** Route 53 only: a message for each change that it refuses. */
  messages?: string[];
  $metadata?: { httpStatusCode?: number };
};

/** The parts of an error of an AWS client; `status` is 0 where no answer came. */
export function faultOf(error: unknown) {
  const { name = 'Error', message = '', code, messages = [], $metadata } = (error ?? {}) as AwsError;
  return { name, message, code, messages, status: $metadata?.httpStatusCode ?? 0 };
}

/** Ignores an error of this kind, for `catch`; every other one is thrown. */
export const ignoring = (kind: new (...args: never[]) => Error) => (error: unknown) => {
  if (!(error instanceof kind)) throw error;
};
