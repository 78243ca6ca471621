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

/** Codes of connections that were never made, so the call had no effect. */
export const unconnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** For `catch`: ignores errors of this kind and rethrows all others. */
export const ignoring = (kind: new (...args: never[]) => Error) => (error: unknown) => {
  if (!(error instanceof kind)) throw error;
};
