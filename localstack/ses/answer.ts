/** The answer over HTTP, whatever the protocol. */
export type Answer = {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** Set when the call sent a message that was accepted, so that its answer can be lost on purpose. */
  tookMessage?: boolean;
};

export function json(status: number, value: unknown, headers?: Record<string, string>): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value ?? {}), headers };
}
