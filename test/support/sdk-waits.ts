import { Mailwright, type MailwrightOptions } from '../../packages/sdk/src/index.ts';
import { type Runtime, runtimeOption } from '../../packages/sdk/src/runtime.ts';

export const apiKey = 'svc_secret_of_this_test';

/** A client that records its waits instead of waiting, and always draws the longest one. */
export function keepingWaits(options: Partial<MailwrightOptions>, runtime: Partial<Runtime> = {}) {
  const waits: number[] = [];
  const sleep: Runtime['sleep'] = async (ms, signal) => {
    waits.push(ms);
    signal?.throwIfAborted();
  };
  const seam = { [runtimeOption]: { random: () => 1, sleep, ...runtime } };
  return { client: new Mailwright({ apiKey, ...options, ...seam }), waits };
}
