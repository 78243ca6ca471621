import { type Concurrency, readConcurrency, usualQuota } from '../concurrency.ts';
import { type Context, inboundOf } from './remembered.ts';

/** The copies of each function that the deployment has with this context and the account's quota, where that is known. */
export function copiesOf(context: Context, quota: number | undefined): Concurrency {
  const told = Number(context.lambdaConcurrency ?? quota ?? usualQuota);
  return readConcurrency({ tryGetContext: (name) => context[name] }, told, inboundOf(context));
}
