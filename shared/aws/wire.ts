type Call = { service: 'dynamodb' | 'sqs'; operation: string; input: object };

/** All calls to the table and the queues go through `pass`. Replace it to count, delay, or fake calls. */
export const wire = {
  pass: (_call: Call, next: () => Promise<object>): Promise<object> => next(),
};

type Command = { resolveMiddleware: (...args: never[]) => (call: never) => Promise<{ output: object }> };
export type OutputOf<Of extends Command> = Awaited<ReturnType<ReturnType<Of['resolveMiddleware']>>>['output'];
