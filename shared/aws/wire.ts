type Call = { service: 'dynamodb' | 'sqs'; operation: string; input: object };

/** Every call to the table and the queues goes through `pass`; what counts, delays or answers calls replaces it. */
export const wire = {
  pass: (_call: Call, next: () => Promise<object>): Promise<object> => next(),
};

/** A command of the SDK. */
type Command = { resolveMiddleware: (...args: never[]) => (call: never) => Promise<{ output: object }> };
export type OutputOf<Of extends Command> = Awaited<ReturnType<ReturnType<Of['resolveMiddleware']>>>['output'];
