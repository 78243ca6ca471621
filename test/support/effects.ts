import { wire } from '../../shared/aws/wire.ts';

/** Ignored: requests are counted per address and account, and a session records when it was last seen. */
const counters = /"pk":"(RATE|SESSION)#/;

/** Records everything that is written, or given to queues and other services, while `act` runs. */
export async function effectsOf(act: () => Promise<void>): Promise<string[]> {
  const effects: string[] = [];
  const { pass } = wire;
  wire.pass = (call, next) => {
    const reads = /^(Get|BatchGet|Query|Scan|List|Describe)/.test(call.operation);
    const line = `${call.service} ${call.operation} ${JSON.stringify(call.input)}`;
    if (!reads && !counters.test(line)) effects.push(line);
    return pass(call, next);
  };
  try {
    await act();
  } finally {
    wire.pass = pass;
  }
  return effects;
}
